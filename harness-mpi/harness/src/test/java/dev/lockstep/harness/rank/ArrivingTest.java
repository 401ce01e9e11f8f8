package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.harness.Arrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

class ArrivingTest {
    private final List<String> passed = new ArrayList<>();

    private Arriving arriving(String sync, String late, int rank, int size) {
        Arriving arriving = new Arriving(
                Arrival.of(sync, late),
                () -> passed.add("own"),
                () -> passed.add("library's"),
                Optional.empty(),
                rank,
                size);
        arriving.begin(new IterationParams(IterationType.WARMUP, 1, TimeValue.NONE, 1));
        return arriving;
    }

    @ParameterizedTest
    @CsvSource({"dissemination, own", "barrier, library's", "none, ''", "window, own"})
    void whatHoldsThemTogetherIsWhatWasAskedFor(String sync, String barrier) {
        Arriving arriving = arriving(sync, "none", 0, 2);
        arriving.await();
        assertThat(String.join("", passed)).isEqualTo(barrier);
    }

    /** By operation, then by rank: who is late, and by how much. */
    private List<List<Long>> delays(String late, int size, int operations) {
        List<Arriving> ranks = IntStream.range(0, size)
                .mapToObj(rank -> arriving("none", late, rank, size))
                .toList();
        return IntStream.range(0, operations)
                .mapToObj(i -> ranks.stream().map(Arriving::delay).toList())
                .toList();
    }

    @Test
    void aRankIsLateAsOftenAsItShouldBe() {
        assertThat(delays("1:20us:3", 2, 5))
                .containsExactly(
                        List.of(0L, 20_000L), List.of(0L, 0L), List.of(0L, 0L), List.of(0L, 20_000L), List.of(0L, 0L));
        assertThat(delays("rotate:1ms", 3, 4))
                .containsExactly(
                        List.of(1_000_000L, 0L, 0L),
                        List.of(0L, 1_000_000L, 0L),
                        List.of(0L, 0L, 1_000_000L),
                        List.of(1_000_000L, 0L, 0L));
    }

    @Test
    void aRandomRankIsOneAndAllAgreeWhich() {
        List<List<Long>> delays = delays("random:1000ns", 4, 1000);
        assertThat(delays)
                .allSatisfy(of -> assertThat(of).filteredOn(nanos -> nanos > 0).hasSizeLessThan(2));
        for (int rank = 0; rank < 4; rank++) {
            int each = rank;
            assertThat(delays.stream().filter(of -> of.get(each) > 0).count()).isBetween(150L, 350L);
        }
        assertThat(delays.stream()
                                .flatMap(List::stream)
                                .mapToLong(nanos -> nanos)
                                .average()
                                .orElseThrow()
                        * 4)
                .isBetween(900.0, 1100.0);
    }

    @Test
    void whoIsLateTakesItsTime() {
        Arriving late = arriving("dissemination", "0:2ms", 0, 2);
        long start = System.nanoTime();
        late.await();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
        assertThat(passed).containsExactly("own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0:1", "0:1s", "-1:1ms", "first:1ms", "0:1ms:0", "0:1ms:", "0:0.5ms", ""})
    void aPatternThatIsNoneIsRefusedWithWhatWouldBeRight(String late) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrival.of("none", late))
                .withMessageContainingAll("late=" + late + ":", "0:1ms:100", "rotate", "random");
    }

    @Test
    void whatIsNotThereIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrival.of("hca", "none"))
                .withMessage("there is no sync=hca; there are dissemination, barrier, none, window");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrival.of("window", "0:1ms:100"))
                .withMessageContaining("who comes late misses the window");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> arriving("none", "2:1ms", 0, 2))
                .withMessageContaining("there are 2 from 0 on");
    }
}
