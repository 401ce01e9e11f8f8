package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FramesTest {
    private Socket raw;
    private Frames sender;
    private Frames reader;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            raw = new Socket(server.getInetAddress(), server.getLocalPort());
            sender = new Frames(raw);
            reader = new Frames(server.accept());
        }
    }

    @AfterEach
    void close() throws IOException {
        sender.close();
        reader.close();
    }

    @Test
    void everyTypeArrives() throws IOException {
        for (FrameType type : FrameType.values()) {
            sender.write(type, "text of " + type);
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
        assertThat(reader.read().payload()).isEqualTo(java.util.Arrays.copyOfRange(bytes, 100, 9_100));
        Map<String, String> properties = Map.of("a b", "1\n2", "c", "=&");
        sender.write(FrameType.HELLO, properties);
        assertThat(reader.read().properties()).isEqualTo(properties);
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
