package dev.lockstep.cli;

import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.run.Conductor;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Options of all commands that measure. */
final class MeasuringOptions {
    private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m)");
    private static final Pattern JAVA_VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "folder for everything that is written (default: lockstep-results/<UTC time>)")
    Path out;

    @Option(
            names = "--launcher",
            paramLabel = "NAME",
            defaultValue = Launchers.AUTO,
            description =
                    "what starts the ranks' processes: ${DEFAULT-VALUE}, or a name from 'lockstep list launchers'")
    String launcher;

    @Option(
            names = "--launcher-args",
            paramLabel = "\"...\"",
            defaultValue = "",
            description = "arguments for the launcher, passed on as they are")
    String launcherArgs;

    @Option(
            names = "--bind",
            paramLabel = "core|none|...",
            defaultValue = LaunchRequest.AUTO,
            description = "binding of ranks (default: ${DEFAULT-VALUE}: to cores, unless there are too few)")
    String bind;

    @Option(
            names = "--jvm",
            paramLabel = "PATH",
            description = "java executable of forks and ranks (default: this one)")
    Path jvm;

    @Option(
            names = "--jvm-args",
            paramLabel = "\"...\"",
            defaultValue = "",
            description = "arguments for it, after the usual ones")
    String jvmArgs;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5m",
            description = "a launch that shows no progress for so long is ended (default: ${DEFAULT-VALUE})")
    String timeout;

    RunOptions.Launch launch() {
        return new RunOptions.Launch(launcher, bind, words(launcherArgs), millis("--timeout", timeout) / 1000);
    }

    Path folder() {
        return out != null ? out : Path.of("lockstep-results", Conductor.folderName());
    }

    Jvm chosenJvm() {
        List<String> more = words(jvmArgs);
        return jvm == null ? Jvm.current(more) : Jvm.of(jvm.toString(), feature(jvm), more);
    }

    /** From the JDK's release file, as the start script does, without starting it. */
    private static int feature(Path java) {
        if (!Files.isExecutable(java)) {
            throw new UsageException("--jvm " + java + " is not an executable file; name a java executable");
        }
        try {
            Path release = java.toRealPath().getParent().resolveSibling("release");
            Matcher m = JAVA_VERSION.matcher(Files.readString(release));
            if (m.find()) {
                return Integer.parseInt(m.group(1));
            }
            throw new UsageException("--jvm " + java + ": " + release + " does not say JAVA_VERSION");
        } catch (IOException e) {
            throw new UsageException("--jvm " + java + " does not lie in a JDK: " + e.getMessage());
        }
    }

    /** A time such as 200ms, 3s or 5m. */
    static long millis(String option, String text) {
        Matcher m = DURATION.matcher(text);
        if (!m.matches()) {
            throw new UsageException(option + " takes a time such as 200ms, 3s or 5m, not '" + text + "'");
        }
        long number = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "ms" -> number;
            case "s" -> number * 1000;
            default -> number * 60_000;
        };
    }

    /** Splits at blanks, but for those within quotes. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher m = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)").matcher(text);
        while (m.find()) {
            words.add(m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3));
        }
        return words;
    }
}
