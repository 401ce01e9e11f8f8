package dev.lockstep.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ThreadMeetingTest {
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
}
