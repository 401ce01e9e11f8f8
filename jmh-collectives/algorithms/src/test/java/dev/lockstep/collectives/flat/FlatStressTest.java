package dev.lockstep.collectives.flat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many operations back to back, all of whose results are checked. */
@Tag("contracts")
class FlatStressTest {
    @ParameterizedTest
    @CsvSource({
        "2,100000,5000,false",
        "2,100000,500,true",
        "2,10000,100000,true",
        "3,30000,10000,true",
        "4,30000,1000,true",
        "8,10000,5000,true"
    })
    void mixedOperations(int ranks, int operations, int largest, boolean delays) {
        FlatRanks.run(
                ranks,
                (flat, rank) -> new Sample(flat, rank, ranks).mixed(operations, largest, operations + ranks, delays));
    }
}
