package dev.lockstep.transport.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over communicators that receive from one rank at a time. */
@Timeout(30)
class StandingTest {
    private static final int RANKS = 3;
    private static final int LARGEST = 64;

    @TempDir
    Path folder;

    private final World world = new LocalProvider().open(new WorldOptions(RANKS, 1, 2));
    private final Transport transport = new CommunicatorTransport();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final Outbox[] toFirst = new Outbox[RANKS];

    @BeforeEach
    void open() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            endpoints.add(transport.open(Setting.of(transport, folder, LARGEST).withGiven(withoutWildcards(rank))));
        }
        for (int rank = 0; rank < RANKS; rank++) {
            toFirst[rank] = endpoints.get(rank).connect("rank:0", 0);
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Communicator withoutWildcards(int rank) {
        Communicator communicator = world.communicator(rank, 0);
        return (Communicator) Proxy.newProxyInstance(
                Communicator.class.getClassLoader(), new Class<?>[] {Communicator.class}, (proxy, method, args) -> {
                    try {
                        return switch (method.getName()) {
                            case "duplicate" -> world.communicator(rank, 1);
                            case "supports" -> args[0] != Capability.WILDCARD;
                            default -> method.invoke(communicator, args);
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void send(int from, int value) throws IOException {
        assertThat(toFirst[from].offer(ByteBuffer.allocate(Integer.BYTES).putInt(0, value)))
                .isTrue();
    }

    /** The next message, and who sent it; null if none comes. */
    private String received() throws IOException {
        ByteBuffer in = ByteBuffer.allocate(LARGEST);
        Sender sender = new Sender();
        int length = endpoints.get(0).receive(in, sender, TimeUnit.MILLISECONDS.toNanos(1));
        return length < 0 ? null : length + " bytes, " + in.getInt(0) + " of " + sender.token();
    }

    @Test
    void whoeverSendsIsHeardAndNoneWaitsForEver() throws IOException {
        send(2, 20);
        send(2, 21);
        send(0, 1);
        send(2, 22);
        assertThat(List.of(received(), received(), received(), received()))
                .containsExactly("4 bytes, 1 of 0", "4 bytes, 20 of 2", "4 bytes, 21 of 2", "4 bytes, 22 of 2");
        assertThat(received()).isNull();
        send(1, 10);
        assertThat(received()).isEqualTo("4 bytes, 10 of 1");
        send(1, 11);
        send(2, 23);
        send(1, 12);
        assertThat(List.of(received(), received(), received()))
                .containsExactly("4 bytes, 23 of 2", "4 bytes, 11 of 1", "4 bytes, 12 of 1");
    }

    @Test
    void whatHasComeIsPolled() throws IOException {
        send(1, 10);
        send(2, 20);
        send(1, 11);
        List<String> all = new ArrayList<>();
        Endpoint.Receiver receiver = (message, sender) -> all.add(message.getInt(0) + " of " + sender);
        assertThat(endpoints.get(0).poll(receiver, 2)).isEqualTo(2);
        assertThat(endpoints.get(0).poll(receiver, 9)).isEqualTo(1);
        assertThat(endpoints.get(0).poll(receiver, 9)).isZero();
        assertThat(all).containsExactly("10 of 1", "20 of 2", "11 of 1");
    }

    @Test
    void oneThatIsClosedReceivesNothing() throws IOException {
        endpoints.get(0).close();
        assertThatThrownBy(this::received).isInstanceOf(ClosedChannelException.class);
    }
}
