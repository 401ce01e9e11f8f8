package dev.lockstep.transport.channel;

import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;
import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** In a JVM with more descriptors than the JDK keeps objects for. */
@Tag("contracts")
class NioManyDescriptorsContractTest extends TransportContract {
    private static final List<DatagramChannel> OTHERS = new ArrayList<>();

    @BeforeAll
    static void open() throws IOException {
        while (OTHERS.size() < 200) {
            OTHERS.add(DatagramChannel.open());
        }
    }

    @AfterAll
    static void close() throws IOException {
        for (DatagramChannel other : OTHERS) {
            other.close();
        }
        OTHERS.clear();
    }

    @Override
    protected Transport transport() {
        return new NioTransport();
    }
}
