package dev.lockstep.cli.options;

import dev.lockstep.comm.profile.MpiProfile;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Option;

/** The options for looking into ranks rather than measuring them. */
public final class InspectionOptions {
    @Option(
            names = "--prof",
            paramLabel = "NAME[:OPTIONS]",
            description =
                    "one of JMH's profilers, in every rank, with its options as after JMH's -prof; may be given several times")
    List<String> profilers = List.of();

    @Option(
            names = "--profile-mpi",
            arity = "0..1",
            paramLabel = "crc",
            fallbackValue = MpiProfile.CALLS,
            description =
                    "counts each call that a benchmark makes of its communicator, in every rank: how many, their time (mean and"
                            + " slowest rank), and the bytes of messages, by MPI's function; =crc: a checksum of all"
                            + " messages, too. What it costs is part of the score")
    String profileMpi;

    @Option(
            names = "--debug-rank",
            paramLabel = "K",
            description =
                    "rank K waits for a debugger in every launch, at a port where any user of its host may attach and run"
                            + " code as you; no time limits, and one fork unless --forks says otherwise")
    Integer debugRank;

    public void apply(LockstepOptionsBuilder options) throws IOException {
        for (String profiler : profilers) {
            int colon = profiler.indexOf(':');
            options.addProfiler(
                    colon < 0 ? profiler : profiler.substring(0, colon),
                    colon < 0 ? "" : profiler.substring(colon + 1));
        }
        if (profileMpi != null) {
            options.profileMpi(profileMpi);
        }
        if (debugRank != null) {
            options.debugRank(debugRank);
        }
    }

    /** The usual effort, or a single fork for a debugger: who debugs wants to attach once, and times nothing. */
    public RunOptions.Effort usual(RunOptions.Effort effort) {
        return debugRank == null
                ? effort
                : new RunOptions.Effort(1, effort.warmupIterations(), effort.iterations(), effort.iterationMillis(), 0);
    }
}
