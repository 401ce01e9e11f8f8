package dev.lockstep.collectives.algorithms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TunedTest {
    private static final int[] SIZES = {0, 256, 257, 2048, 12 << 10, 16 << 10, 32 << 10, (32 << 10) + 1, 80 << 10};

    private static List<String> labels(IntFunction<Algorithm> choice) {
        return IntStream.of(SIZES)
                .mapToObj(choice)
                .map(Algorithm::label)
                .distinct()
                .toList();
    }

    @Test
    void shortMessagesGoInFewSteps() {
        Choice tuned = Choice.TUNED;
        assertThat(labels(bytes -> tuned.allReduce(2, bytes))).containsExactly("recursive-doubling", "ring");
        assertThat(labels(bytes -> tuned.allReduce(3, bytes))).containsExactly("recursive-doubling", "rabenseifner");
        assertThat(labels(bytes -> tuned.broadcast(7, bytes))).containsExactly("binomial");
        assertThat(labels(bytes -> tuned.broadcast(8, bytes))).containsExactly("binomial", "scatter-allgather");
        assertThat(labels(bytes -> tuned.allToAll(7, bytes))).containsExactly("linear", "pairwise");
        assertThat(labels(bytes -> tuned.allToAll(8, bytes))).containsExactly("bruck", "linear", "pairwise");
        assertThat(labels(bytes -> tuned.allGather(2, bytes))).containsExactly("ring");
        assertThat(labels(bytes -> tuned.allGather(3, bytes))).containsExactly("bruck", "ring");
    }

    /** An allreduce of more ranks gets there sooner: each step of doubling sends all of it. */
    @Test
    void boundsAreTheFirstSizeOfTheNextAlgorithm() {
        assertThat(Choice.TUNED.allReduce(2, (16 << 10) - 1)).isEqualTo(AllReduceAlgorithm.RECURSIVE_DOUBLING);
        assertThat(Choice.TUNED.allReduce(2, 16 << 10)).isEqualTo(AllReduceAlgorithm.RING);
        assertThat(Choice.TUNED.allReduce(3, 2047)).isEqualTo(AllReduceAlgorithm.RECURSIVE_DOUBLING);
        assertThat(Choice.TUNED.allReduce(3, 2048)).isEqualTo(AllReduceAlgorithm.RABENSEIFNER);
    }
}
