package dev.lockstep.cli.options;

import dev.lockstep.harness.run.Invocation;
import dev.lockstep.harness.run.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of one call, as opposed to what the run measures. */
public final class ResumeOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = ResumedArguments.RESUME,
            description = "go on with the run in --out: its options are kept, and what is finished is not run again")
    boolean resume;

    @Option(names = ResumedArguments.RETRY_FAILED, description = "with --resume: try again what has failed")
    boolean retryFailed;

    @Option(
            names = ResumedArguments.FORCE,
            description = "with --resume: go on although JVM, Lockstep or benchmarks have changed since")
    boolean force;

    @Option(
            names = ResumedArguments.WAIT,
            description = "wait for another benchmark on this machine to end, rather than refuse")
    boolean await;

    public Invocation invocation(Path out) {
        if (!resume && (retryFailed || force)) {
            throw new UsageException((force ? ResumedArguments.FORCE : ResumedArguments.RETRY_FAILED) + " is for "
                    + ResumedArguments.RESUME + " only");
        }
        if (resume && out == null) {
            throw new UsageException(ResumedArguments.RESUME + " needs --out DIR, the folder of the run to go on with");
        }
        List<String> typed = ResumedArguments.of(command.commandLine().getParseResult());
        return new Invocation(typed, resume, retryFailed, force, await);
    }
}
