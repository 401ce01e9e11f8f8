package dev.lockstep.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.faults.Faults;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aeron's peers: those that close in the midst of messages, stall, are interrupted, take less or are strangers. */
@Tag("faults")
@Timeout(180)
class AeronPeersTest extends Faults {
    /** Longer than Aeron keeps mapped what is closed. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    /** Half of the shortest term. */
    private static final int MOST_UNDER_WAY = 1 << 17;

    AeronPeersTest() {
        super(Map.of("wait", "park"));
    }

    /** With both closed the process's client of Aeron ends, and unmaps everything at once. */
    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void closingWhileOthersSendAndReceive(String name) throws Exception {
        Transport transport = AeronFaultsTest.transport(name);
        try (Hosted hosted = transport.host(setting(transport))) {
            Setting setting = setting(transport).withHosted(hosted.text());
            for (int round = 0; round < 60; round++) {
                Endpoint to = transport.open(setting);
                Endpoint from = transport.open(setting);
                Outbox outbox = from.connect(to.address(), 0);
                Outbox.Claim claim = outbox.claim();
                Future<IOException> sending = failureOf(
                        round % 3 == 0
                                ? () -> {
                                    ByteBuffer memory = claim.reserve(100);
                                    if (memory != null) {
                                        memory.putLong(memory.position(), 1);
                                        claim.commit();
                                    }
                                }
                                : () -> outbox.send(message(100)));
                Future<IOException> receiving = failureOf(
                        round % 2 == 0
                                ? () -> to.receive(message(LARGEST), 0)
                                : () -> to.poll((message, sender) -> message.get(message.position()), 10));
                Thread.sleep(round % 5);
                for (AutoCloseable one : round % 4 < 2 ? List.of(to, from) : List.of(outbox, from, to)) {
                    one.close();
                }
                assertThat(of(sending)).isNotNull();
                assertThat(of(receiving)).isInstanceOf(ClosedChannelException.class);
            }
        }
    }

    /** From where it has a message in place, which it reads for longer than Aeron keeps what is closed mapped. */
    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aReceiverClosesItsEndpoint(String name) throws Exception {
        Transport transport = AeronFaultsTest.transport(name);
        List<Long> seen = new ArrayList<>();
        try (Hosted hosted = transport.host(setting(transport))) {
            Setting setting = setting(transport).withHosted(hosted.text());
            Endpoint to = transport.open(setting);
            Endpoint from = transport.open(setting);
            from.connect(to.address(), 0).send(message(100).putLong(92, 7));
            Endpoint.Receiver closing = (message, sender) -> {
                to.close();
                from.close();
                long begun = System.nanoTime();
                while (System.nanoTime() - begun < LONG_NANOS) {
                    seen.add(message.getLong(message.position() + 92));
                    LockSupport.parkNanos(SHORT_NANOS);
                }
            };
            while (seen.isEmpty()) {
                to.poll(closing, 1);
            }
            assertThat(seen).containsOnly(7L);
            assertThatThrownBy(() -> to.poll(closing, 1)).isInstanceOf(ClosedChannelException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aReceiverThatStallsMakesItsSenderWait(String name) throws Exception {
        Transport transport = AeronFaultsTest.transport(name);
        try (Hosted hosted = transport.host(setting(transport));
                Endpoint to = transport.open(setting(transport).withHosted(hosted.text()));
                Endpoint from = transport.open(setting(transport).withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            int sent = fill(outbox, 3);
            assertThat(sent * LARGEST).isLessThan(2 * MOST_UNDER_WAY);
            Future<?> last = others.submit(() -> {
                outbox.send(message(7));
                return null;
            });
            for (int i = 0; i < sent; i++) {
                assertThat(to.receive(message(LARGEST), 0)).isEqualTo(LARGEST);
            }
            assertThat(to.receive(message(LARGEST), 0)).isEqualTo(7);
            last.get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void anInterruptIsToldAndEndsNothingElse(String name) throws Exception {
        Transport transport = AeronFaultsTest.transport(name);
        try (Hosted hosted = transport.host(setting(transport));
                Endpoint to = transport.open(setting(transport).withHosted(hosted.text()));
                Endpoint from = transport.open(setting(transport).withHosted(hosted.text()));
                Outbox outbox = from.connect(to.address(), 0)) {
            int sent = fill(outbox, 3);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> outbox.send(message(LARGEST))).isInstanceOf(InterruptedIOException.class);
            assertThatThrownBy(() -> {
                        while (true) {
                            // One that has not had to wait is connected.
                            from.connect(to.address(), 0).close();
                        }
                    })
                    .isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            for (int i = 0; i < sent; i++) {
                assertThat(to.receive(message(LARGEST), 0)).isEqualTo(LARGEST);
            }
            pass(outbox, to, 7);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void anHeirHearsNothingOld(String name) throws Exception {
        Transport transport = AeronFaultsTest.transport(name);
        try (Hosted hosted = transport.host(setting(transport))) {
            Setting setting = setting(transport).withHosted(hosted.text());
            Endpoint first = transport.open(setting);
            try (Endpoint from = transport.open(setting);
                    Outbox old = from.connect(first.address(), 0);
                    Outbox silent = from.connect(first.address(), 0)) {
                pass(old, first, 1);
                old.send(message(2));
                old.send(message(3));
                first.close();
                List<Integer> heard = new ArrayList<>();
                try (Endpoint heir = transport.open(setting.withAt(first.address()));
                        Outbox next = from.connect(heir.address(), 0)) {
                    assertThat(heir.address()).isEqualTo(first.address());
                    next.send(message(9));
                    for (Outbox one : List.of(old, silent)) {
                        assertThatThrownBy(() -> {
                                    while (true) {
                                        one.send(message(4));
                                        hear(heir, heard);
                                    }
                                })
                                .isInstanceOf(PeerLostException.class);
                    }
                    while (heard.isEmpty()) {
                        hear(heir, heard);
                    }
                    next.send(message(10));
                    while (!heard.contains(10)) {
                        hear(heir, heard);
                    }
                    assertThat(heard).containsExactly(9, 10);
                }
            }
        }
    }

    @Test
    void aStrangerIsTurnedAway() throws Exception {
        Transport udp = AeronFaultsTest.transport("aeron-udp");
        try (Hosted hosted = udp.host(setting(udp));
                Endpoint to = udp.open(setting(udp).withHosted(hosted.text()));
                Endpoint from = udp.open(setting(udp).withHosted(hosted.text()));
                Outbox friend = from.connect(to.address(), 0);
                Aeron aeron = Aeron.connect(new Aeron.Context()
                        .aeronDirectoryName(
                                Driver.directory(Path.of(hosted.text())).toString()));
                ExclusivePublication stranger =
                        aeron.addExclusivePublication(to.address().replace("udp://", "aeron:udp?endpoint="), 1)) {
            while (stranger.offer(new UnsafeBuffer(new byte[100])) < 0) {
                Thread.yield();
            }
            pass(friend, to, 7);
            while (stranger.isConnected()) {
                assertThat(to.receive(message(LARGEST), SHORT_NANOS)).isEqualTo(-1);
            }
            pass(friend, to, 8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc", "aeron-udp"})
    void aPeerThatTakesLess(String name) throws Exception {
        Transport transport = AeronFaultsTest.transport(name);
        try (Hosted hosted = transport.host(setting(transport));
                Endpoint small = transport.open(setting(transport).withHosted(hosted.text()));
                Endpoint large = transport.open(
                        setting(transport).withHosted(hosted.text()).withLargest(2 * LARGEST));
                Outbox outbox = large.connect(small.address(), 0);
                Outbox another = large.connect(small.address(), 0)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            outbox.send(message(LARGEST + 1));
                            assertThat(small.receive(message(LARGEST), SHORT_NANOS))
                                    .isEqualTo(-1);
                        }
                    })
                    .isInstanceOf(PeerLostException.class);
            pass(another, small, 7);
        }
    }
}
