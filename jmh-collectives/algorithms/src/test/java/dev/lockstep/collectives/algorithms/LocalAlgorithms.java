package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.testkit.ThreadRanks;
import dev.lockstep.comm.testkit.clauses.Clause;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assertions;

/** Runs clauses on ranks that are threads. */
final class LocalAlgorithms {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private LocalAlgorithms() {}

    static void run(int ranks, Clause.Check check) {
        ThreadRanks runner = new ThreadRanks(new LocalProvider(), LIMIT, UnaryOperator.<Communicator>identity());
        runner.run(new Clause("algorithms", check), ranks).ifPresent(Assertions::fail);
    }
}
