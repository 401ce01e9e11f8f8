package dev.lockstep.pattern.pubsub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BufferTest {
    private static CompletableFuture<String> taking(Buffer<String> buffer) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return buffer.take(0);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
    }

    private static CompletableFuture<Void> putting(Buffer<String> buffer, String one) {
        return CompletableFuture.runAsync(() -> {
            try {
                buffer.put(one);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void itsRoomGoesByTheLargestMessage() {
        assertThat(new Buffer<String>(1).most()).isEqualTo(1024);
        assertThat(new Buffer<String>(4 << 20).most()).isEqualTo(4);
        assertThat(new Buffer<String>(Integer.MAX_VALUE).most()).isEqualTo(2);
    }

    @Test
    void whoPutsWaitsForRoom() throws Exception {
        Buffer<String> buffer = new Buffer<>(1 << 30);
        buffer.put("one");
        buffer.put("two");
        CompletableFuture<Void> third = putting(buffer, "three");
        assertThatThrownBy(() -> third.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(buffer.take(0)).isEqualTo("one");
        third.get();
        assertThat(buffer.take(1)).isEqualTo("two");
        assertThat(buffer.take(0)).isEqualTo("three");
        assertThat(buffer.take(1)).isNull();
    }

    @Test
    void whatWasPutComesBeforeTheEnd() throws IOException {
        Buffer<String> buffer = new Buffer<>(1);
        buffer.put("one");
        buffer.close();
        assertThatThrownBy(() -> buffer.put("two")).isInstanceOf(ClosedChannelException.class);
        assertThat(buffer.take(0)).isEqualTo("one");
        assertThatThrownBy(() -> buffer.take(0)).isInstanceOf(ClosedChannelException.class);
    }

    @Test
    void whoWaitsIsToldOfTheEndAndOfTheFirstFailure() {
        Buffer<String> closed = new Buffer<>(1);
        CompletableFuture<String> waiting = taking(closed);
        closed.close();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(ClosedChannelException.class);
        Buffer<String> failed = new Buffer<>(1);
        CompletableFuture<String> told = taking(failed);
        failed.fail(new IOException("the first"));
        failed.fail(new IOException("the second"));
        assertThatThrownBy(told::join).hasRootCauseMessage("the first");
        assertThatThrownBy(() -> failed.put("one"))
                .isInstanceOf(IOException.class)
                .hasMessage("the first");
    }

    @Test
    void anInterruptEndsWaiting() {
        Buffer<String> buffer = new Buffer<>(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> buffer.take(0)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
