package dev.lockstep.cli;

import dev.lockstep.harness.run.UsageException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The program behind {@code ./lockstep}. */
@Command(
        name = "lockstep",
        description = "The same JMH benchmark in one JVM and inside MPI ranks.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Lockstep.Version.class,
        subcommands = {RunCommand.class, BenchCommand.class, ReportCommand.class, ListCommand.class, DoctorCommand.class
        },
        footerHeading =
                "%nExit codes: 0 all good, 1 a cell failed, 2 bad usage or input, 3 nothing to run, 130 interrupted.%n")
public final class Lockstep {
    private static final int BAD_USAGE = 2;

    /**
     * Runs a command.
     *
     * @param args as typed
     */
    public static void main(String[] args) {
        System.setProperty("lockstep.command", "lockstep " + String.join(" ", args));
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Lockstep())
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (e instanceof UsageException || e instanceof java.io.IOException) {
                        command.getErr().println(command.getColorScheme().errorText("lockstep: " + e.getMessage()));
                        return BAD_USAGE;
                    }
                    throw e;
                });
    }

    /** Out of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws java.io.IOException {
            return new String[] {"lockstep " + number()};
        }

        static String number() throws java.io.IOException {
            try (InputStream in = Lockstep.class.getResourceAsStream("version.properties")) {
                Properties properties = new Properties();
                properties.load(in);
                return properties.getProperty("version");
            }
        }
    }
}
