package dev.lockstep.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveRuleTest {
    private final CollectiveRule rule = new CollectiveRule();

    @ParameterizedTest
    @CsvSource({
        "type, char, 'int, long, float, double'",
        "op, avg, 'sum, min, max, prod'",
        "root, last, rotate",
        "root, -1, rotate",
        "reuse, cold, 'same, rotated, rewritten'",
        "blocks, odd, 'equal, uneven'",
        "sync, hca, 'dissemination, barrier, none, window'",
        "late, 0, '0:1ms:100'",
        "inPlace, yes, 'false, true'",
    })
    void aValueThatIsNoneIsRefusedByName(String param, String value, String there) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.obstacle(Map.of(param, value, "comm", "local"), 1))
                .withMessageContainingAll(param + "=" + value, there);
    }

    @Test
    void elementsAreWhole() {
        assertThat(rule.obstacle(Map.of("bytes", "12", "type", "double", "comm", "local"), 1))
                .hasValueSatisfying(
                        o -> assertThat(o.reason()).isEqualTo("bytes=12 is no multiple of 8, a double's size"));
        assertThat(rule.obstacle(Map.of("bytes", "12", "type", "float", "comm", "local"), 1))
                .isEmpty();
        assertThat(rule.obstacle(Map.of("bytes", "1", "comm", "local"), 1)).isEmpty();
    }

    @Test
    void whatALibraryLacksInPlaceIsLeftOut() {
        Map<String, String> inPlace = Map.of("inPlace", "true", "comm", "openmpi");
        assertThat(rule.obstacle(inPlace, 1)).isEmpty();
        assertThat(new CollectiveRule.AllToAll().obstacle(inPlace, 1))
                .hasValueSatisfying(o -> assertThat(o.reason()).startsWith("inPlace=true on comm openmpi: "));
    }

    @Test
    void algorithmsOverMessagesHaveAllInPlaceButABroadcast() {
        Map<String, String> tuned = Map.of("inPlace", "true", "comm", "openmpi", "algorithm", "tuned");
        assertThat(new CollectiveRule.AllToAll().obstacle(tuned, 1)).isEmpty();
        assertThat(new CollectiveRule.Broadcast().obstacle(tuned, 1))
                .hasValueSatisfying(o -> assertThat(o.reason()).contains("has one buffer"));
    }

    @Test
    void anAlgorithmThatIsNoneIsLeftOutByName() {
        Map<String, String> ring = Map.of("comm", "local", "algorithm", "ring");
        assertThat(new CollectiveRule.AllGather().obstacle(ring, 1)).isEmpty();
        assertThat(new CollectiveRule.AllToAll().obstacle(ring, 1))
                .hasValueSatisfying(o -> assertThat(o.reason())
                        .isEqualTo("there is no algorithm=ring for this collective; there are library, tuned, linear,"
                                + " pairwise, bruck"));
    }

    @Test
    void eachKnowsTheMemoryOfItsBuffers() {
        Map<String, String> large = Map.of("bytes", "8388608");
        assertThat(new AllReduceBenchmark().memory(large, 4)).isEqualTo(24L << 20);
        assertThat(new BroadcastBenchmark().memory(large, 4)).isEqualTo(16L << 20);
        assertThat(new AllToAllBenchmark().memory(large, 4)).isEqualTo(96L << 20);
        assertThat(new GatherBenchmark().memory(large, 4)).isEqualTo(48L << 20);
        // Of seven parts of 16 MiB in all, the last rank's block is the largest.
        assertThat(new AllGathervBenchmark().memory(Map.of("bytes", "1048576", "blocks", "uneven"), 3))
                .isBetween((long) (5.9 * (1 << 20)), (long) (6.1 * (1 << 20)));
        assertThat(new AllReduceBenchmark().memory(Map.of("bytes", "4", "reuse", "rotated"), 2))
                .isEqualTo((64L << 20) + 4);
        assertThat(new AllToAllBenchmark().memory(Map.of("bytes", "1073741824"), 2))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(new OverlapBenchmark().memory(Map.of("bytes", "8388608", "collective", "AllToAll"), 4))
                .isEqualTo(96L << 20);
        assertThat(new OverlapBenchmark().memory(Map.of("bytes", "8388608", "collective", "Barrier"), 4))
                .isZero();
    }
}
