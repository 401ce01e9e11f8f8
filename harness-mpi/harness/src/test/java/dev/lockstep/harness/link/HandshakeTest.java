package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class HandshakeTest {
    /** Nonce, rank, proof. */
    private static final int ANSWER_BYTES = 32 + 4 + 32;

    private final JobKey key = JobKey.random();

    @Test
    void aKeySurvivesAsText() {
        assertThat(key.hex()).hasSize(64).isEqualTo(JobKey.parse(key.hex()).hex());
        assertThat(JobKey.random().hex()).isNotEqualTo(key.hex());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "zz", "0000000000000000000000000000000000000000000000000000000000000zz0"})
    void whatIsNoKeyIsRefused(String text) {
        assertThatThrownBy(() -> JobKey.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bothSidesMeetAndTheRelayLearnsTheRank() throws Exception {
        try (Pair pair = new Pair()) {
            CompletableFuture<Integer> relay = pair.accept(key);
            new Handshake(key).introduce(pair.rankIn(), pair.rankOut(), 7);
            assertThat(relay.get(5, TimeUnit.SECONDS)).isEqualTo(7);
        }
    }

    @Test
    void aWrongKeyIsRefusedByTheRelay() throws Exception {
        try (Pair pair = new Pair()) {
            CompletableFuture<Integer> relay = pair.accept(key);
            assertThatThrownBy(() -> new Handshake(JobKey.random()).introduce(pair.rankIn(), pair.rankOut(), 0))
                    .isInstanceOf(IOException.class);
            assertRefused(relay);
        }
    }

    @Test
    void aRelayWithoutTheKeyIsRefusedByTheRank() throws Exception {
        try (Pair pair = new Pair()) {
            CompletableFuture<?> impostor = async(() -> {
                pair.relayOut().write("LOCKSTEP/2\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                pair.relayOut().write(new byte[32]);
                // Takes whatever proof comes, and answers with one of its own making.
                pair.relayIn().readNBytes(ANSWER_BYTES);
                pair.relayOut().write(new byte[32]);
                return null;
            });
            assertThatThrownBy(() -> new Handshake(key).introduce(pair.rankIn(), pair.rankOut(), 0))
                    .hasMessageContaining("does not hold this job's key");
            impostor.get(5, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRelayThatReflectsTheRanksOwnProofIsRefused() throws Exception {
        try (Pair pair = new Pair()) {
            CompletableFuture<?> mirror = async(() -> {
                pair.relayOut().write("LOCKSTEP/2\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                pair.relayOut().write(new byte[32]);
                byte[] answer = pair.relayIn().readNBytes(ANSWER_BYTES);
                pair.relayOut().write(answer, ANSWER_BYTES - 32, 32);
                return null;
            });
            assertThatThrownBy(() -> new Handshake(key).introduce(pair.rankIn(), pair.rankOut(), 0))
                    .hasMessageContaining("does not hold this job's key");
            mirror.get(5, TimeUnit.SECONDS);
        }
    }

    @Test
    void somethingElseThanARelayIsRefused() throws Exception {
        DataInputStream ssh = new DataInputStream(new ByteArrayInputStream("SSH-2.0-OpenSSH_9.2\r\n".getBytes()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThatThrownBy(() -> new Handshake(key).introduce(ssh, new DataOutputStream(said), 0))
                .hasMessageContaining("not a Lockstep relay");
        assertThat(said.size()).as("bytes told to it").isZero();
    }

    @Test
    void aRecordingOfAGoodRankIsRefused() throws Exception {
        ByteArrayOutputStream recording = new ByteArrayOutputStream();
        try (Pair pair = new Pair()) {
            CompletableFuture<Integer> relay = pair.accept(key);
            DataOutputStream tapped = new DataOutputStream(new FilterOutputStream(pair.rankOut()) {
                @Override
                public void write(int b) throws IOException {
                    recording.write(b);
                    super.write(b);
                }
            });
            new Handshake(key).introduce(pair.rankIn(), tapped, 1);
            assertThat(relay.get(5, TimeUnit.SECONDS)).isEqualTo(1);
        }
        assertThat(recording.size()).isEqualTo(ANSWER_BYTES);
        assertRefused(recording.toByteArray());
    }

    @Test
    void aProofForOneRankIsNoneForAnother() throws Exception {
        try (Pair pair = new Pair()) {
            CompletableFuture<Integer> relay = pair.accept(key);
            OutputStream changing = new FilterOutputStream(pair.rankOut()) {
                private int at;

                @Override
                public void write(int b) throws IOException {
                    // The last byte of the rank.
                    super.write(at++ == 32 + 3 ? b ^ 1 : b);
                }
            };
            assertThatThrownBy(() -> new Handshake(key).introduce(pair.rankIn(), new DataOutputStream(changing), 2))
                    .isInstanceOf(IOException.class);
            assertRefused(relay);
        }
    }

    @Test
    void randomBytesAreRefused() {
        Random random = new Random(42);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[random.nextInt(2 * ANSWER_BYTES)];
            random.nextBytes(bytes);
            assertRefused(bytes);
        }
    }

    @Test
    void everyTruncationIsRefused() {
        for (int length = 0; length < ANSWER_BYTES; length++) {
            assertRefused(Arrays.copyOf(new byte[ANSWER_BYTES], length));
        }
    }

    private void assertRefused(byte[] answer) {
        assertThatThrownBy(() -> new Handshake(key)
                        .accept(
                                new DataInputStream(new ByteArrayInputStream(answer)),
                                new DataOutputStream(OutputStream.nullOutputStream()),
                                () -> true))
                .isInstanceOf(IOException.class);
    }

    private static void assertRefused(CompletableFuture<Integer> relay) {
        assertThatThrownBy(() -> relay.get(5, TimeUnit.SECONDS)).rootCause().hasMessageContaining("refused");
    }

    /** On a thread of its own: the common pool may have one alone, and what is done here blocks. */
    private static <T> CompletableFuture<T> async(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(task.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** Two ends of a connection; what one side gives up, the other finds closed. */
    private static final class Pair implements Closeable {
        private final Socket rank;
        private final Socket relay;

        Pair() throws IOException {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                rank = new Socket(server.getInetAddress(), server.getLocalPort());
                relay = server.accept();
            }
        }

        CompletableFuture<Integer> accept(JobKey key) {
            return async(() -> {
                try (relay) {
                    return new Handshake(key)
                            .accept(relayIn(), relayOut(), () -> true)
                            .rank();
                }
            });
        }

        DataInputStream rankIn() throws IOException {
            return new DataInputStream(rank.getInputStream());
        }

        DataOutputStream rankOut() throws IOException {
            return new DataOutputStream(rank.getOutputStream());
        }

        DataInputStream relayIn() throws IOException {
            return new DataInputStream(relay.getInputStream());
        }

        DataOutputStream relayOut() throws IOException {
            return new DataOutputStream(relay.getOutputStream());
        }

        @Override
        public void close() throws IOException {
            rank.close();
            relay.close();
        }
    }
}
