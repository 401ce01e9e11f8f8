package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.link.Conditions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Where ranks and their threads meet: at failures, at barriers and to probe. */
class MeetingsTest {
    // --- ThreadMeeting ---

    private final ThreadMeeting meeting = new ThreadMeeting(3, 2);

    private static CompletableFuture<Void> waitsAt(ThreadMeeting meeting) {
        return CompletableFuture.runAsync(meeting::await);
    }

    @Test
    void allComeAgainAndAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Void> other = waitsAt(meeting);
            meeting.await();
            other.get();
        }
    }

    @Test
    void nobodyWaitsForOneThatHasFailed() {
        CompletableFuture<Void> other = waitsAt(meeting);
        meeting.fail(new IOException("Too many open files"));
        meeting.fail(new IOException("because of the first"));
        assertThatThrownBy(other::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("Too many open files");
        assertThatThrownBy(meeting::await).hasMessageContainingAll("rank 3 has failed", "Too many open files");
    }

    @Test
    void norForOneThatWasInterrupted() {
        ThreadMeeting ofThree = new ThreadMeeting(3, 3);
        CompletableFuture<Void> other = waitsAt(ofThree);
        Thread.currentThread().interrupt();
        assertThatThrownBy(ofThree::await).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        assertThatThrownBy(other::get).isInstanceOf(ExecutionException.class);
    }

    // --- LeavingTimes ---

    private static final long CLOCK = 7;

    @Test
    void skewIsTheMedianOverBarriersOfTheFirstAgainstTheLast() {
        // Apart by 30, 5 and 1000.
        assertThat(skew(3, left(100, 200, 300), left(90, 205, 1300), left(120, 201, 700)))
                .isEqualTo(30);
    }

    @Test
    void clocksMayOverflow() {
        assertThat(skew(1, left(Long.MAX_VALUE), left(Long.MIN_VALUE + 41))).isEqualTo(42);
    }

    @Test
    void ranksWithSeveralClocksWithoutBarriersOrAloneHaveNone() {
        assertThat(skew(1, left(100), LongBuffer.wrap(new long[] {8, 100}))).isNaN();
        assertThat(skew(0, left(), left())).isNaN();
        assertThat(skew(1, left(100))).isNaN();
    }

    private static double skew(int barriers, LongBuffer... ranks) {
        return LeavingTimes.skew(List.of(ranks), barriers);
    }

    private static LongBuffer left(long... nanos) {
        LongBuffer said = LongBuffer.allocate(1 + nanos.length).put(CLOCK);
        for (long at : nanos) {
            said.put(at);
        }
        return said.flip();
    }

    // --- PlacementProbes ---

    private static List<Integer> members(long nonce, long... ofRanks) {
        return PlacementProbes.members(
                nonce,
                LongStream.of(ofRanks)
                        .mapToObj(
                                n -> ByteBuffer.allocate(Long.BYTES).putLong(n).array())
                        .toList());
    }

    @Test
    void ranksInContainersOfOneHostAreApartAndWhoHasNoPageIsAlone() {
        assertThat(members(5, 5, 7, 5, 7)).containsExactly(0, 2);
        assertThat(members(7, 5, 7, 5, 7)).containsExactly(1, 3);
        assertThat(members(9, 8, 9)).containsExactly(1);
        assertThat(members(0, 0, 0, 5)).isEmpty();
        assertThat(members(5, 0, 0, 5)).containsExactly(2);
    }

    /** As where a benchmark's own set-up throws between two of its handles'. */
    @Test
    void anIterationThatNeverBeganIsSeenButNothingIsKnownOfIt() {
        List<Conditions> seen = new ArrayList<>();
        PlacementProbe probe = new PlacementProbe(Optional.empty(), new PlacementProbes(1, seen::add), 0);
        probe.after(1);
        probe.before(2);
        probe.after(2);
        probe.after(3);
        assertThat(seen).hasSize(3);
        assertThat(List.of(seen.get(0), seen.get(2))).containsOnly(Conditions.UNKNOWN);
        assertThat(seen.get(1).switches()).isNotNegative();
    }

    @Test
    void whatAllThreadsSawInAnIterationIsHandedOverOnce() {
        List<Conditions> seen = new ArrayList<>();
        PlacementProbes probes = new PlacementProbes(2, seen::add);
        for (int iteration = 1; iteration <= 2; iteration++) {
            probes.ended(2 - iteration, Conditions.of(30 + iteration, 40, 1, 0, 20));
            assertThat(seen).hasSize(iteration - 1);
            probes.ended(iteration - 1, Conditions.of(50 + iteration, 60, 2, 0, 10));
        }
        assertThat(seen)
                .as("in the order of threads, whichever ended first")
                .containsExactly(
                        new Conditions(List.of(51.0, 31.0), List.of(60.0, 40.0), 3, 0, 20),
                        new Conditions(List.of(32.0, 52.0), List.of(40.0, 60.0), 3, 0, 20));
    }
}
