package dev.lockstep.cli.options;

import dev.lockstep.harness.launch.LaunchOptions;
import dev.lockstep.harness.launch.LaunchRequest;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.harness.run.UsageException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for how processes are started. */
public final class LaunchingOptions {
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

    /** The launch options that were chosen, without a debugger. */
    public LaunchOptions launch() {
        if (outputLimit < 1) {
            throw new UsageException("--output-limit must be at least 1, not " + outputLimit);
        }
        return new LaunchOptions(
                launcher,
                bind,
                OptionText.words(launcherArgs),
                OptionText.seconds("--timeout", timeout),
                Optional.empty(),
                (long) outputLimit << 20,
                hosts.parsed());
    }
}
