package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.Daemon;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
    private static final byte[] MAGIC = "LOCKSTEP/2\n".getBytes(StandardCharsets.US_ASCII);

    /** Nonce, rank, proof. */
    private static final int ANSWER_BYTES = 32 + 4 + 32;

    private final JobKey key = JobKey.random();
    private final Handshake handshake = new Handshake(key);
    private Sockets sockets;

    @BeforeEach
    void connect() throws IOException {
        sockets = Sockets.connected();
    }

    @AfterEach
    void close() throws IOException {
        sockets.close();
    }

    /** The relay's side, which hangs up; gives the rank's number. */
    private Future<Integer> relay() {
        return Daemon.start(() -> {
            try (Socket mine = sockets.other()) {
                DataInputStream in = new DataInputStream(mine.getInputStream());
                DataOutputStream out = new DataOutputStream(mine.getOutputStream());
                return handshake.accept(in, out, () -> true).rank();
            }
        });
    }

    /** What the rank sends passes through something. */
    private void introduce(Handshake mine, int rank, UnaryOperator<OutputStream> path) throws IOException {
        mine.introduce(
                new DataInputStream(sockets.one().getInputStream()),
                new DataOutputStream(path.apply(sockets.one().getOutputStream())),
                rank);
    }

    private static void assertRefused(Future<Integer> relay) {
        assertThatThrownBy(relay::get).rootCause().hasMessageContaining("refused");
    }

    private void assertRefused(byte[] answer) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer));
        DataOutputStream out = new DataOutputStream(OutputStream.nullOutputStream());
        assertThatThrownBy(() -> handshake.accept(in, out, () -> true)).isInstanceOf(IOException.class);
    }

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

    /** What the rank said to this very relay, byte by byte, is worth nothing a second time. */
    @Test
    void aRecordingOfAGoodRankIsRefused() throws Exception {
        ByteArrayOutputStream recording = new ByteArrayOutputStream();
        Future<Integer> relay = relay();
        introduce(handshake, 7, out -> new FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
                recording.write(b);
                super.write(b);
            }
        });
        assertThat(relay.get()).isEqualTo(7);
        assertThat(recording.size()).isEqualTo(ANSWER_BYTES);
        assertRefused(recording.toByteArray());
    }

    @Test
    void aRankThatSomebodyRenumbersOnTheWayIsRefused() {
        Future<Integer> relay = relay();
        assertThatThrownBy(() -> introduce(handshake, 2, out -> new FilterOutputStream(out) {
                    private int at;

                    @Override
                    public void write(int b) throws IOException {
                        // The last byte of the rank.
                        super.write(at++ == 32 + 3 ? b ^ 1 : b);
                    }
                }))
                .isInstanceOf(IOException.class);
        assertRefused(relay);
    }

    /** It takes whatever proof comes, and answers with one of its own making, or with the rank's own. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRelayWithoutTheKeyIsRefusedByTheRank(boolean reflects) {
        Daemon.start(() -> {
            OutputStream out = sockets.other().getOutputStream();
            out.write(MAGIC);
            out.write(new byte[32]);
            byte[] answer = sockets.other().getInputStream().readNBytes(ANSWER_BYTES);
            out.write(reflects ? Arrays.copyOfRange(answer, ANSWER_BYTES - 32, ANSWER_BYTES) : new byte[32]);
            return null;
        });
        assertThatThrownBy(() -> introduce(handshake, 0, out -> out))
                .hasMessageContaining("does not hold this job's key");
    }

    @Test
    void somethingElseThanARelayIsRefusedAndToldNothing() {
        DataInputStream ssh = new DataInputStream(new ByteArrayInputStream("SSH-2.0-OpenSSH_9.2\r\n".getBytes()));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThatThrownBy(() -> handshake.introduce(ssh, new DataOutputStream(said), 0))
                .hasMessageContaining("not a Lockstep relay");
        assertThat(said.size()).isZero();
    }

    @Test
    void randomBytesAndEveryTruncationAreRefused() {
        Random random = new Random(42);
        for (int length = 0; length < 2 * ANSWER_BYTES; length++) {
            byte[] bytes = new byte[length];
            assertRefused(bytes);
            random.nextBytes(bytes);
            assertRefused(bytes);
        }
    }
}
