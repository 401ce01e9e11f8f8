package dev.lockstep.collectives.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LeasesTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @Test
    void theyEndWithTheLastOfThem() throws Exception {
        try (Leases leases = new Leases(HERE, 2)) {
            Socket first = new Socket(HERE, leases.port());
            Socket second = new Socket(HERE, leases.port());
            CompletableFuture<Boolean> end = CompletableFuture.supplyAsync(() -> {
                try {
                    leases.awaitEnd(20_000);
                    return true;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            second.close();
            assertThatThrownBy(() -> end.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            first.close();
            assertThat(end.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void thoseThatDoNotEndAreNotWaitedForLong() throws Exception {
        try (Leases leases = new Leases(HERE, 2)) {
            new Socket(HERE, leases.port()).close();
            try (Socket held = new Socket(HERE, leases.port())) {
                assertThatThrownBy(() -> leases.awaitEnd(100))
                        .hasMessageContaining("after 100 ms 1 of 2 other processes have not closed");
                assertThat(held.isClosed()).isFalse();
            }
        }
    }
}
