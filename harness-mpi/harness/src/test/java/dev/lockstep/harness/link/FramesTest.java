package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FramesTest {
    private static final int HEADER = 5;
    private static final int SEAL = 32;

    private final JobKey key = JobKey.random();
    private final List<Socket> open = new ArrayList<>();

    /** The path between both: what the sender says comes to one end, and goes on from the other. */
    private Socket from;

    private Socket raw;
    private Frames sender;
    private Frames reader;

    @BeforeEach
    void connect() throws Exception {
        Socket[] near = pair();
        Socket[] far = pair();
        from = near[1];
        raw = far[0];
        sender = new Frames(near[0]);
        reader = new Frames(far[1]);
        Thread relay = new Thread(() -> accept(), "relay");
        Thread path = new Thread(() -> passHandshakeOn(), "path");
        relay.start();
        path.start();
        sender.introduce(new Handshake(key), 3);
        relay.join();
        path.join();
    }

    private Socket[] pair() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket other = server.accept();
            open.addAll(List.of(one, other));
            return new Socket[] {one, other};
        }
    }

    private void accept() {
        try {
            reader.accept(new Handshake(key), () -> true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void passHandshakeOn() {
        try {
            from.getOutputStream().write(raw.getInputStream().readNBytes("LOCKSTEP/2\n".length() + 32));
            raw.getOutputStream().write(from.getInputStream().readNBytes(32 + 4 + 32));
            from.getOutputStream().write(raw.getInputStream().readNBytes(32));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sender's next bytes, held up on the path. */
    private byte[] held(int payload) throws IOException {
        return from.getInputStream().readNBytes(HEADER + payload + SEAL);
    }

    private void passOn(byte[] bytes) throws IOException {
        raw.getOutputStream().write(bytes);
    }

    @AfterEach
    void end() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Test
    void everyTypeArrives() throws IOException {
        for (FrameType type : FrameType.values()) {
            sender.write(type, "text of " + type);
            passOn(held(("text of " + type).length()));
            Frames.Frame frame = reader.read();
            assertThat(frame.type()).isEqualTo(type);
            assertThat(frame.text()).isEqualTo("text of " + type);
        }
    }

    @Test
    void bytesAndPropertiesArriveAsTheyWere() throws IOException {
        byte[] bytes = new byte[10_000];
        new Random(1).nextBytes(bytes);
        sender.write(FrameType.DATA, bytes, 100, 9_000);
        passOn(held(9_000));
        assertThat(reader.read().payload()).isEqualTo(java.util.Arrays.copyOfRange(bytes, 100, 9_100));
        Map<String, String> properties = Map.of("a b", "1\n2", "c", "=&");
        sender.write(FrameType.HELLO, properties);
        passOn(held(KeyValues.format(properties).length()));
        assertThat(reader.read().properties()).isEqualTo(properties);
    }

    /** Length and type included; a length that is longer waits for bytes that never come. */
    @Test
    void whateverIsChangedOnTheWayIsNoticed() throws Exception {
        for (int at : new int[] {4, HEADER, HEADER + 1, HEADER + 2, HEADER + 2 + SEAL - 1}) {
            sender.write(FrameType.BYE, "ok");
            byte[] frame = held(2);
            frame[at] ^= 1;
            passOn(frame);
            assertThatThrownBy(reader::read).as("byte " + at).hasMessageContaining("was changed");
            end();
            connect();
        }
    }

    @Test
    void aFrameThatComesTwiceIsNoticed() throws IOException {
        sender.write(FrameType.FAILED, "a");
        byte[] frame = held(1);
        passOn(frame);
        assertThat(reader.read().text()).isEqualTo("a");
        passOn(frame);
        assertThatThrownBy(reader::read).hasMessageContaining("was changed");
    }

    @Test
    void aFrameThatIsLeftOutIsNoticed() throws IOException {
        sender.write(FrameType.DATA, "a");
        sender.write(FrameType.DATA, "b");
        held(1);
        passOn(held(1));
        assertThatThrownBy(reader::read).hasMessageContaining("was changed");
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
        assertThatThrownBy(reader::read).hasMessageContaining("was changed");
    }

    @Test
    void anUnknownTypeIsNoFrame() throws IOException {
        header(0, FrameType.values().length);
        assertThatThrownBy(reader::read).isInstanceOf(IOException.class).hasMessageContaining("not a frame");
    }

    @Test
    void aNegativeLengthIsNoFrame() throws IOException {
        header(-1, 0);
        assertThatThrownBy(reader::read).isInstanceOf(IOException.class).hasMessageContaining("not a frame");
    }

    @Test
    void aLengthThatWouldFillTheMemoryIsNoFrame() throws IOException {
        header(Integer.MAX_VALUE, 0);
        assertThatThrownBy(reader::read).isInstanceOf(IOException.class).hasMessageContaining("not a frame");
    }

    @Test
    void theEndInsideAFrameIsAnEnd() throws IOException {
        header(100, 0);
        raw.getOutputStream().write(new byte[99]);
        raw.close();
        assertThatThrownBy(reader::read).isInstanceOf(EOFException.class).hasMessageContaining("inside a frame");
    }

    @Test
    void theEndInsideAHeaderIsAnEnd() throws IOException {
        raw.getOutputStream().write(new byte[3]);
        raw.close();
        assertThatThrownBy(reader::read).isInstanceOf(EOFException.class);
    }

    private void header(int length, int type) throws IOException {
        DataOutputStream out = new DataOutputStream(raw.getOutputStream());
        out.writeInt(length);
        out.writeByte(type);
    }
}
