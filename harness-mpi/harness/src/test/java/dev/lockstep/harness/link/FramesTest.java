package dev.lockstep.harness.link;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.Daemon;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    private static final int HEADER = 5;
    private static final int SEAL = 32;

    private final JobKey key = JobKey.random();

    /** The path between both: what the sender says comes to one end, and goes on from the other. */
    private Sockets near;

    private Sockets far;
    private Socket from;
    private Socket raw;
    private Frames sender;
    private Frames reader;

    @BeforeEach
    void connect() throws Exception {
        near = Sockets.connected();
        far = Sockets.connected();
        from = near.other();
        raw = far.one();
        sender = new Frames(near.one());
        reader = new Frames(far.other());
        Future<Integer> relay = Daemon.start(() -> reader.accept(new Handshake(key), () -> true));
        Future<Void> path = Daemon.start(() -> {
            from.getOutputStream().write(raw.getInputStream().readNBytes("LOCKSTEP/2\n".length() + 32));
            raw.getOutputStream().write(from.getInputStream().readNBytes(32 + 4 + 32));
            from.getOutputStream().write(raw.getInputStream().readNBytes(32));
            return null;
        });
        sender.introduce(new Handshake(key), 3);
        assertThat(relay.get()).isEqualTo(3);
        path.get();
    }

    @AfterEach
    void end() throws IOException {
        near.close();
        far.close();
    }

    /** The sender's next bytes, held up on the path. */
    private byte[] held(int payload) throws IOException {
        return from.getInputStream().readNBytes(HEADER + payload + SEAL);
    }

    private void passOn(byte[] bytes) throws IOException {
        raw.getOutputStream().write(bytes);
    }

    private void assertChangeIsNoticed() {
        assertThatThrownBy(reader::read).hasMessageContaining("was changed");
    }

    @Test
    void everyTypeArrivesWithItsBytesAndProperties() throws IOException {
        for (FrameType type : FrameType.values()) {
            sender.write(type, "text of " + type);
            passOn(held(("text of " + type).length()));
            Frames.Frame frame = reader.read();
            assertThat(frame.type()).isEqualTo(type);
            assertThat(frame.text()).isEqualTo("text of " + type);
        }
        byte[] bytes = new byte[10_000];
        new Random(1).nextBytes(bytes);
        sender.write(FrameType.DATA, bytes, 100, 9_000);
        passOn(held(9_000));
        assertThat(reader.read().payload()).isEqualTo(Arrays.copyOfRange(bytes, 100, 9_100));
        Map<String, String> properties = Map.of("a b", "1\n2", "c", "=&");
        sender.write(FrameType.HELLO, properties);
        passOn(held(KeyValues.format(properties).length()));
        assertThat(reader.read().properties()).isEqualTo(properties);
    }

    /** Length and type included; a length that is longer waits for bytes that never come. */
    @ParameterizedTest
    @ValueSource(ints = {4, HEADER, HEADER + 1, HEADER + 2, HEADER + 2 + SEAL - 1})
    void whateverIsChangedOnTheWayIsNoticed(int at) throws Exception {
        sender.write(FrameType.BYE, "ok");
        byte[] frame = held(2);
        frame[at] ^= 1;
        passOn(frame);
        assertChangeIsNoticed();
    }

    @Test
    void aFrameThatComesTwiceIsNoticed() throws IOException {
        sender.write(FrameType.FAILED, "a");
        byte[] frame = held(1);
        passOn(frame);
        assertThat(reader.read().text()).isEqualTo("a");
        passOn(frame);
        assertChangeIsNoticed();
    }

    @Test
    void aFrameThatIsLeftOutIsNoticed() throws IOException {
        sender.write(FrameType.DATA, "a");
        sender.write(FrameType.DATA, "b");
        held(1);
        passOn(held(1));
        assertChangeIsNoticed();
    }

    @Test
    void aFrameThatIsSentBackIsNoticed() throws IOException {
        sender.write(FrameType.ALIVE, "");
        from.getOutputStream().write(held(0));
        assertThatThrownBy(sender::read).hasMessageContaining("was changed");
    }

    /** The same key, rank and place in the order. */
    @Test
    void aFrameOfAnotherConnectionIsNoticed() throws Exception {
        sender.write(FrameType.BYE, "");
        byte[] frame = held(0);
        end();
        connect();
        passOn(frame);
        assertChangeIsNoticed();
    }

    /** A type that is unknown, and lengths that are negative or would fill the memory. */
    @ParameterizedTest
    @CsvSource({"0, -1", "-1, 0", "2147483647, 0"})
    void aHeaderThatCannotBeIsNoFrame(int length, byte type) throws IOException {
        passOn(header(length, type < 0 ? FrameType.values().length : type));
        assertThrown(IOException.class, reader::read, "not a frame");
    }

    /** Inside of the header, of the payload, and of the seal. */
    @ParameterizedTest
    @ValueSource(ints = {3, HEADER + 99, HEADER + 100 + SEAL - 1})
    void theEndInsideAFrameIsAnEnd(int length) throws IOException {
        passOn(Arrays.copyOf(header(100, 0), length));
        raw.close();
        assertThatThrownBy(reader::read).isInstanceOf(EOFException.class);
    }

    private static byte[] header(int length, int type) {
        return ByteBuffer.allocate(HEADER).putInt(length).put((byte) type).array();
    }
}
