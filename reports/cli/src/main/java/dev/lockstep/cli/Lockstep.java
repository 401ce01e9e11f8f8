package dev.lockstep.cli;

import dev.lockstep.cli.options.ResumedArguments;
import dev.lockstep.cli.options.VersusOptions;
import dev.lockstep.harness.run.LockstepVersion;
import dev.lockstep.harness.run.RunInterruptedException;
import dev.lockstep.harness.run.StorageException;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.html.TerminalStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

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
            ImportCommand.class,
            FindingsCommand.class,
            ListCommand.class,
            DoctorCommand.class
        },
        footerHeading =
                "%nExit codes: 0 all good, 1 a cell failed, 2 bad usage or input, 3 nothing to run, 130 interrupted.%n")
public final class Lockstep {
    private static final int BAD_USAGE = 2;
    private static final int INTERRUPTED = 130;

    /** Runs the command that the arguments name. */
    public static void main(String[] args) {
        System.setProperty("lockstep.command", "lockstep " + String.join(" ", args));
        System.exit(execute(args));
    }

    /** Runs a command; one with {@code --resume} gets the options with which the run was begun. */
    static int execute(String... args) {
        System.setOut(new TerminalStream(System.out));
        System.setErr(new TerminalStream(System.err));
        CommandLine program = commandLine();
        try {
            return program.execute(ResumedArguments.expand(commandLine(), aliased(args)));
        } catch (ParameterException e) {
            return misused(e);
        } catch (Exception e) {
            return failed(program, e);
        } catch (OutOfMemoryError e) {
            // The JVM's own exit code would be 1: "regressed", "a cell failed".
            return refused(program, "out of memory (" + e.getMessage() + "); JDK_JAVA_OPTIONS=-Xmx4g gives it more");
        } catch (StackOverflowError e) {
            return refused(program, "the input is nested too deep, for " + e.getStackTrace()[0]);
        }
    }

    /** Replaces {@code ab --param} by {@code run --param}. */
    private static String[] aliased(String... args) {
        boolean alias = args.length > 0
                && args[0].equals("ab")
                && Stream.of(args)
                        .takeWhile(word -> !word.equals("--"))
                        .anyMatch(
                                word -> word.equals(VersusOptions.PARAM) || word.startsWith(VersusOptions.PARAM + "="));
        return alias ? Stream.concat(Stream.of("run"), Stream.of(args).skip(1)).toArray(String[]::new) : args;
    }

    private static int failed(CommandLine command, Exception e) {
        if (e instanceof RunInterruptedException) {
            return INTERRUPTED;
        }
        if (e instanceof UsageException || e instanceof StorageException || e instanceof IOException) {
            return refused(command, reason(e));
        }
        e.printStackTrace();
        return BAD_USAGE;
    }

    private static int misused(ParameterException e) {
        CommandLine command = e.getCommandLine();
        command.getErr().println(command.getColorScheme().errorText(TerminalStream.visible(e.getMessage())));
        if (!UnmatchedArgumentException.printSuggestions(e, command.getErr())) {
            command.usage(command.getErr());
        }
        return BAD_USAGE;
    }

    private static int refused(CommandLine command, String reason) {
        // The colours are bytes to the stream, which lets them through: the words are looked at here.
        String words = TerminalStream.visible("lockstep: " + reason);
        command.getErr().println(command.getColorScheme().errorText(words));
        return BAD_USAGE;
    }

    static CommandLine commandLine() {
        return new CommandLine(new Lockstep())
                .setUsageHelpAutoWidth(true)
                // "@" stands before the name of a host file, and of no other.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, words) -> misused(e))
                .setExecutionExceptionHandler((e, command, parsed) -> failed(command, e));
    }

    /** The message of some of the file system's exceptions is a bare path; the names of their classes say the rest. */
    private static String reason(Exception e) {
        if (e instanceof FileSystemException file && file.getReason() == null) {
            String name = file.getClass().getSimpleName().replace("Exception", "");
            return file.getMessage() + ": "
                    + name.replaceAll("(?<=.)(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        }
        return e.getMessage();
    }

    /** The version that the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"lockstep " + LockstepVersion.current()};
        }
    }
}
