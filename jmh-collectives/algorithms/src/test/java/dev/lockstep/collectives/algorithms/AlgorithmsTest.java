package dev.lockstep.collectives.algorithms;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All algorithms, with the fewest ranks that have pairs, remainders and more than one step. */
class AlgorithmsTest {
    private static final int CALLS = 1000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void everyAlgorithm(int ranks) {
        LocalAlgorithms.run(ranks, AlgorithmClauses::sweep);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void oneAfterAnother(int ranks) {
        LocalAlgorithms.run(ranks, comm -> AlgorithmClauses.mixed(comm, CALLS, ranks));
    }
}
