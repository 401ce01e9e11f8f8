package dev.lockstep.collectives.algorithms;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All algorithms with 1 to 8 ranks, and 100,000 calls of all of them together. */
@Tag("contracts")
class AlgorithmsContractTest {
    private static final int CALLS = 12_500;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyAlgorithm(int ranks) {
        LocalAlgorithms.run(ranks, AlgorithmClauses::sweep);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void oneAfterAnother(int ranks) {
        LocalAlgorithms.run(ranks, comm -> AlgorithmClauses.mixed(comm, CALLS, 1000 + ranks));
    }
}
