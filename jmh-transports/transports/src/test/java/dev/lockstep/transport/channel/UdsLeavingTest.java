package dev.lockstep.transport.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who closes must not remove the file of the next one at its address. */
class UdsLeavingTest {
    private static final int LARGEST = 1024;

    private final UdsTransport uds = new UdsTransport();

    @TempDir
    Path folder;

    /** Somebody wants the address in the middle of its being left, and has it afterwards. */
    @Test
    void nobodyHasAnAddressThatIsBeingLeft() throws IOException {
        Setting setting = Setting.of(uds, folder, LARGEST).withAt("unix:" + folder.resolve("at"));
        boolean[] tried = new boolean[1];
        Family wanted = new Meanwhile(uds, () -> {
            assertThatThrownBy(() -> uds.open(setting).close())
                    .isInstanceOf(IOException.class)
                    .hasMessageEndingWith("at cannot be listened at: Address already in use");
            tried[0] = true;
        });
        new ChannelEndpoint(setting, wanted).close();
        assertThat(tried[0]).isTrue();
        try (Endpoint next = uds.open(setting);
                Outbox outbox = next.connect(next.address(), 0)) {
            outbox.send(ByteBuffer.allocate(3));
            assertThat(next.receive(ByteBuffer.allocate(LARGEST), 0)).isEqualTo(3);
        }
    }

    /** A family where something happens just before an address is left. */
    private record Meanwhile(Family family, Runnable happening) implements Family {
        @Override
        public ServerSocketChannel listen(Setting setting) throws IOException {
            return family.listen(setting);
        }

        @Override
        public String format(ServerSocketChannel listener) throws IOException {
            return family.format(listener);
        }

        @Override
        public SocketChannel connect(String address, long timeoutNanos) throws IOException {
            return family.connect(address, timeoutNanos);
        }

        @Override
        public void configure(SocketChannel accepted) throws IOException {
            family.configure(accepted);
        }

        @Override
        public void leave(String address) throws IOException {
            happening.run();
            family.leave(address);
        }
    }
}
