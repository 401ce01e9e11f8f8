package dev.lockstep.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages come and go however one waits for them; the contract sleeps. */
@Timeout(600)
class ShmWaitingTest {
    private static final int MESSAGES = 300;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"spin", "yield", "park"})
    void messagesGoToAndFro(String wait) throws Exception {
        Transport shm = Transports.discover().require("shm");
        Setting setting = Setting.of(shm, folder, 64).with(Map.of("wait", wait));
        try (Endpoint a = shm.open(setting);
                Endpoint b = shm.open(setting);
                Outbox toA = b.connect(a.address(), 0);
                Outbox toB = a.connect(b.address(), 0)) {
            CompletableFuture<Void> echo = CompletableFuture.runAsync(() -> bounce(b, toA, false));
            bounce(a, toB, true);
            echo.get();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private static void bounce(Endpoint from, Outbox to, boolean begins) {
        ByteBuffer message = ByteBuffer.allocateDirect(64);
        try {
            for (int i = 0; i < MESSAGES; i++) {
                if (begins) {
                    to.send(message.putInt(0, i).limit(56));
                }
                assertThat(from.receive(message.clear(), 0)).isEqualTo(56);
                assertThat(message.getInt(0)).isEqualTo(i);
                if (!begins) {
                    to.send(message.limit(56));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
