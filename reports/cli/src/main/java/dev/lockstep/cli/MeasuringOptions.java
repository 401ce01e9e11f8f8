package dev.lockstep.cli;

import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of all commands that measure. */
final class MeasuringOptions {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m)");

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
            description = "a launch in which no rank gets further for so long is ended (default: ${DEFAULT-VALUE})")
    String timeout;

    @Option(
            names = "--output-limit",
            paramLabel = "MB",
            defaultValue = "16",
            description = "how much of what each rank prints is kept, per launch (default: ${DEFAULT-VALUE})")
    int outputLimit;

    @Mixin
    PlanOptions plan = new PlanOptions();

    @Mixin
    ResumeOptions resume = new ResumeOptions();

    /** What these options say; the command says the rest. */
    LockstepOptionsBuilder options() {
        long patience = millis("--timeout", timeout);
        if (patience < 1000) {
            throw new UsageException("--timeout must be at least 1s, not " + timeout);
        }
        if (outputLimit < 1) {
            throw new UsageException("--output-limit must be at least 1, not " + outputLimit);
        }
        LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                .launcher(launcher)
                .bind(bind)
                .launcherArgs(words(launcherArgs).toArray(String[]::new))
                .timeout(TimeValue.milliseconds(patience))
                .outputLimit((long) outputLimit << 20)
                .jvmArgs(words(jvmArgs).toArray(String[]::new))
                .plan(plan.plan());
        if (jvm != null) {
            options.jvm(jvm.toString());
        }
        return out == null ? options : options.output(out);
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
