package dev.lockstep.cli;

import dev.lockstep.harness.run.LockstepVersion;
import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;
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
        subcommands = {
            RunCommand.class,
            BenchCommand.class,
            MergeCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            AbCommand.class,
            CalibrateCommand.class,
            ImportCommand.class,
            ListCommand.class,
            DoctorCommand.class
        },
        footerHeading =
                "%nExit codes: 0 all good, 1 a cell failed, 2 bad usage or input, 3 nothing to run, 130 interrupted.%n")
public final class Lockstep {
    private static final int BAD_USAGE = 2;
    private static final int INTERRUPTED = 130;

    /**
     * Runs a command.
     *
     * @param args as typed
     */
    public static void main(String[] args) {
        System.setProperty("lockstep.command", "lockstep " + String.join(" ", args));
        System.exit(execute(args));
    }

    /** Runs a command; with {@code --resume}, as it was begun. */
    static int execute(String... args) {
        CommandLine program = commandLine();
        String[] all;
        try {
            all = ResumedArguments.expand(commandLine(), ParamComparison.expand(args));
        } catch (IOException | UsageException e) {
            program.getErr().println(program.getColorScheme().errorText("lockstep: " + reason(e)));
            return BAD_USAGE;
        }
        return program.execute(all);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Lockstep())
                .setUsageHelpAutoWidth(true)
                // "@" stands before the name of a host file, and of no other.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (e instanceof RunInterruptedException) {
                        return INTERRUPTED;
                    }
                    if (e instanceof UsageException || e instanceof StorageException || e instanceof IOException) {
                        command.getErr().println(command.getColorScheme().errorText("lockstep: " + reason(e)));
                        return BAD_USAGE;
                    }
                    throw e;
                });
    }

    /** The message of some of the file system's exceptions is a bare path; their names say the rest. */
    private static String reason(Exception e) {
        if (e instanceof FileSystemException file && file.getReason() == null) {
            String name = file.getClass().getSimpleName().replace("Exception", "");
            return file.getMessage() + ": "
                    + name.replaceAll("(?<=.)(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        }
        return e.getMessage();
    }

    /** Out of the build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"lockstep " + LockstepVersion.current()};
        }
    }
}
