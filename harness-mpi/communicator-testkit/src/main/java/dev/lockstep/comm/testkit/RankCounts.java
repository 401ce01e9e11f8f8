package dev.lockstep.comm.testkit;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The numbers of ranks with which contracts are run. */
final class RankCounts {
    private static final String PROPERTY = "lockstep.contract.ranks";

    private RankCounts() {}

    /** The numbers 1 to 4, unless the system property says otherwise. */
    static IntStream all() {
        return Stream.of(System.getProperty(PROPERTY, "1,2,3,4").split(",")).mapToInt(Integer::parseInt);
    }
}
