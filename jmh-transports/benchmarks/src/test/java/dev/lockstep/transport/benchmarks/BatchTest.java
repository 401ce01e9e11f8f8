package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A batch between two threads. */
class BatchTest {
    private static final ByteBuffer MESSAGE = ByteBuffer.allocate(1);

    private final Batch batch = new Batch();

    @Test
    void theLastCallWaitsForTheEnd() throws IOException {
        AtomicInteger done = new AtomicInteger();
        for (int round = 0; round < 3; round++) {
            done.set(0);
            batch.begin(3);
            assertThat(batch.isBeginning()).isTrue();
            Thread other = new Thread(() -> {
                do {
                    done.incrementAndGet();
                } while (batch.next());
            });
            batch.call();
            assertThat(batch.isBeginning()).isFalse();
            batch.call();
            other.start();
            batch.call();
            assertThat(done).hasValue(3);
        }
    }

    @Test
    void oneAfterTheOtherIsWaitedFor() throws IOException {
        batch.begin(2);
        assertThat(batch.next()).isTrue();
        batch.awaitNext();
        new Thread(batch::next).start();
        batch.awaitNext();
    }

    @Test
    void theFirstFailureIsToldAndNothingMoreIsTaken() throws IOException {
        AtomicInteger taken = new AtomicInteger();
        Endpoint.Receiver receiver = batch.guarded((message, sender) -> {
            taken.incrementAndGet();
            throw new IllegalStateException("the first");
        });
        batch.begin(2);
        receiver.take(MESSAGE, 0);
        receiver.take(MESSAGE, 0);
        batch.fail("another", new IOException("the second"));
        assertThat(taken).hasValue(1);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(batch::call)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("the receiver has failed")
                    .hasRootCauseMessage("the first");
        }
    }

    @Test
    void aMessageBeforeTheFirstBatchIsAFailure() throws IOException {
        batch.guarded((message, sender) -> {}).take(MESSAGE, 0);
        batch.begin(1);
        assertThatThrownBy(batch::awaitNext).hasMessageContaining("a message has come before the first batch");
    }

    @Test
    void anInterruptEndsWaiting() {
        batch.begin(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(batch::call).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isFalse();
    }
}
