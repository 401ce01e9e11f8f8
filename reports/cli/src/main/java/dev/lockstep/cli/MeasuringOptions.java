package dev.lockstep.cli;

import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of all commands that measure. */
final class MeasuringOptions {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m)");
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

    @Mixin
    HostOptions hosts;

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

    /** What these options say; the command says the rest. */
    LockstepOptionsBuilder options() {
        LockstepOptionsBuilder options =
                new LockstepOptionsBuilder().launch(launch()).jvm(chosenJvm());
        return out == null ? options : options.output(out);
    }

    private RunOptions.Launch launch() {
        long seconds = millis("--timeout", timeout) / 1000;
        if (seconds < 1) {
            throw new UsageException("--timeout must be at least 1s, not " + timeout);
        }
        return new RunOptions.Launch(launcher, bind, words(launcherArgs), hosts.parsed(), seconds);
    }

    /** Before anything is started: the launcher is known, and fits every communicator whose ranks are processes. */
    void requireLauncher(List<Cell> cells) {
        List<String> names = Launchers.discover().names();
        if (!launcher.equals(Launchers.AUTO) && !names.contains(launcher)) {
            throw new UsageException("no launcher is called '" + launcher + "'; there are " + Launchers.AUTO + ", "
                    + String.join(", ", names));
        }
        try {
            cells.forEach(cell -> cell.layout().launcher(launcher));
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private Jvm chosenJvm() {
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

    /** A time such as 200ms, 3s or 5m; six digits are enough for almost two years. */
    static long millis(String option, String text) {
        Matcher m = DURATION.matcher(text);
        if (!m.matches() || Integer.parseInt(m.group(1)) == 0) {
            throw new UsageException(option + " takes a time such as 200ms, 3s or 5m, not '" + text + "'");
        }
        long number = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "ms" -> number;
            case "s" -> number * 1000;
            default -> number * 60_000;
        };
    }

    /** Splits at blanks, but for those within quotes, as a shell would; there is no escaping. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (char c : text.toCharArray()) {
            boolean ends = quote == 0 && Character.isWhitespace(c);
            if (ends && word != null) {
                words.add(word.toString());
                word = null;
            } else if (!ends) {
                word = word == null ? new StringBuilder() : word;
                if (quote == 0 && (c == '\'' || c == '"')) {
                    quote = c;
                } else if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            }
        }
        if (quote != 0) {
            throw new UsageException("a quote is not closed in: " + text);
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
