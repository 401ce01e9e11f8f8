package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** For each clause a transport that breaks it. */
final class Flaws {
    private static final int TRIES = 300;
    private static final long NAP_NANOS = 10_000_000;

    private Flaws() {}

    /** The clause's name, and the transport. */
    static Stream<Arguments> all() {
        return Stream.of(declared(), messages(), polls(), traffic(), connections(), strangers())
                .flatMap(flaws -> flaws);
    }

    private static Stream<Arguments> declared() {
        return Stream.of(
                Arguments.of("it has a name, a description and options that users can write", new Dressed() {
                    @Override
                    public String name() {
                        return "My Transport";
                    }
                }),
                Arguments.of("it is available", new Dressed() {
                    @Override
                    public Availability availability(Map<String, String> options) {
                        return new Availability.Unavailable("it is gone", "get it");
                    }
                }),
                Arguments.of("what is lacking has its reasons", lacking(Capability.OFFER, " ")),
                Arguments.of("what is lacking is refused", lacking(Capability.OFFER, "it says")),
                Arguments.of("what peers share ends when it is closed", new Dressed() {
                    @Override
                    public Hosted host(Setting setting) throws IOException {
                        Set<String> once = new HashSet<>(Set.of("open"));
                        return new Hosted("", () -> {
                            if (!once.remove("open")) {
                                throw new IOException("it is closed already");
                            }
                        });
                    }
                }));
    }

    private static Transport lacking(Capability capability, String reason) {
        return new Dressed() {
            @Override
            public Map<Capability, String> unsupported(Map<String, String> options) {
                Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
                all.put(capability, reason);
                return all;
            }
        };
    }

    private static Stream<Arguments> messages() {
        return Stream.of(
                Flaw.sending("messages of 0 and 1 byte and the largest arrive whole", (outbox, message) -> {
                    if (message.hasRemaining()) {
                        outbox.send(message);
                    }
                }),
                Flaw.sending(
                        "one byte too many is refused before a byte moves",
                        (outbox, message) ->
                                outbox.send(message.duplicate().limit(Math.min(message.limit(), 1 << 16)))),
                Flaw.sending("buffers of every kind are sent, and are the caller's again", (outbox, message) -> {
                    outbox.send(message);
                    message.position(message.limit());
                }),
                Flaw.receiving(
                        "buffers of every kind are received into, and nothing beside", (endpoint, into, timeout) -> {
                            int length = endpoint.receive(into, timeout);
                            into.put(into.position() + length, (byte) 1);
                            return length;
                        }),
                Flaw.sending("messages arrive once, whole and in order", (outbox, message) -> {
                    if (Stamp.sequence(message) != 7) {
                        outbox.send(message);
                    }
                }),
                Flaw.sending("messages arrive once, whole and in order", (outbox, message) -> {
                    outbox.send(message);
                    if (Stamp.sequence(message) == 7) {
                        outbox.send(message);
                    }
                }),
                Flaw.sending("messages arrive once, whole and in order", (outbox, message) -> {
                    ByteBuffer copy = Dressed.copy(message);
                    if (Stamp.sequence(message) == 7) {
                        copy.put(4, (byte) 1);
                    }
                    outbox.send(copy);
                }),
                Flaw.outbox("messages arrive once, whole and in order", BrokenOutboxes.Swapping::new),
                Flaw.receiving(
                        "receiving gives up when its time is over",
                        (endpoint, into, timeout) -> endpoint.receive(into, 0)),
                Flaw.receiving(
                        "receiving gives up when its time is over",
                        (endpoint, into, timeout) ->
                                timeout == Stage.LONG_NANOS ? endpoint.receive(into, timeout) : -1),
                Flaw.sending(
                        "sending and receiving allocate nothing",
                        (outbox, message) -> outbox.send(message.duplicate())));
    }

    private static Stream<Arguments> polls() {
        return Stream.of(
                Flaw.polling(
                        "polling takes what is there, in place, and no more than asked",
                        (endpoint, receiver, limit) -> endpoint.poll(receiver, limit + 1)),
                Flaw.polling(
                        "an exception of the receiver passes, and its message is taken",
                        (endpoint, receiver, limit) -> endpoint.poll(
                                (message, sender) -> {
                                    try {
                                        receiver.take(message, sender);
                                    } catch (IOException swallowed) {
                                        return;
                                    }
                                },
                                limit)),
                Flaw.outbox("a refused offer has no effect", BrokenOutboxes.Lying::new),
                Flaw.outbox("what is claimed is sent by the commit, not before", BrokenOutboxes.Hasty::new),
                Flaw.outbox(
                        "a claim that there is no room for is null, later it is not",
                        BrokenOutboxes.Overcommitting::new),
                Flaw.endpoint("answers go to who asked", BrokenEndpoints.Answering::new),
                Flaw.endpoint("answers go to each of several who ask", BrokenEndpoints.Favouring::new),
                Flaw.outbox("a request that nobody answers gives up", inner -> new DressedOutbox(inner) {
                    @Override
                    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
                        inner.request(message, reply, timeoutNanos);
                        return 0;
                    }
                }));
    }

    private static Stream<Arguments> traffic() {
        return Stream.of(
                Flaw.receiving("many send to one", (endpoint, into, timeout) -> {
                    int length = endpoint.receive(into, timeout);
                    return endpoint.sender() == 2 && length > 0 ? endpoint.receive(into, timeout) : length;
                }),
                Arguments.of("both send the largest while another thread receives", new BrokenTransports.OneAtATime()),
                Arguments.of("both send the largest, offering and polling in turn", new BrokenTransports.Polite()),
                Flaw.outbox("a receiver that stalls makes its sender wait", BrokenOutboxes.Hoarding::new),
                Arguments.of("threads share an outbox", BrokenTransports.claimingThreads(false)),
                Arguments.of("threads share an endpoint", BrokenTransports.claimingThreads(true)));
    }

    private static Stream<Arguments> connections() {
        return Stream.of(
                Flaw.endpoint("an address is text", inner -> new DressedEndpoint(inner) {
                    @Override
                    public String address() {
                        return inner.address() + " here";
                    }
                }),
                Flaw.connecting("an address that is none of its own is refused", (endpoint, address) -> {
                    try {
                        return endpoint.connect(address, 0);
                    } catch (IllegalArgumentException e) {
                        throw new IOException(e);
                    }
                }),
                Flaw.connecting("a dead address fails before the time is over", (endpoint, address) -> {
                    try {
                        return endpoint.connect(address, 0);
                    } catch (IOException hidden) {
                        return endpoint.connect(endpoint.address(), 0);
                    }
                }),
                Arguments.of("an address belongs to one endpoint", new Dressed() {
                    @Override
                    public Endpoint open(Setting setting) throws IOException {
                        return super.open(new Setting(
                                setting.options(),
                                "",
                                setting.address(),
                                setting.folder(),
                                setting.largest(),
                                Optional.empty(),
                                setting.given()));
                    }
                }),
                Flaw.sending("closing twice is closing once, and what is closed fails", (outbox, message) -> {
                    try {
                        outbox.send(message);
                    } catch (IOException swallowed) {
                        return;
                    }
                }),
                Flaw.outbox("what was sent arrives though the outbox was closed", BrokenOutboxes.Tardy::new),
                Flaw.receiving("a sender that has closed is no error", (endpoint, into, timeout) -> {
                    int length = endpoint.receive(into, timeout);
                    if (endpoint.sender() > 1) {
                        throw new PeerLostException("the first has left");
                    }
                    return length;
                }),
                Flaw.sending("sending to an endpoint that has closed fails", Flaws::swallow),
                Flaw.receiving("closing wakes who receives", Flaws::insist),
                Flaw.sending("closing wakes who sends", Flaws::swallow),
                Flaw.receiving("an interrupt ends receiving", Flaws::insist),
                Flaw.sending("an interrupt ends sending", Flaws::swallow),
                Flaw.outbox("an interrupt tears no message", BrokenOutboxes.Torn::new),
                Arguments.of("a thousand opens and closes leave nothing", new Dressed() {
                    @Override
                    public Endpoint open(Setting setting) throws IOException {
                        Files.createFile(
                                setting.folder().resolve(UUID.randomUUID().toString()));
                        return super.open(setting);
                    }
                }));
    }

    private static Stream<Arguments> strangers() {
        return Stream.of(
                Arguments.of("boundaries hold when bytes come one at a time", new Tiny(Tiny.Flaw.SHORT_READS)),
                Arguments.of("a message that breaks off is a named error, once", new Tiny(Tiny.Flaw.SILENT)),
                Arguments.of("garbage on the port hurts nobody else", new Tiny(Tiny.Flaw.TRUSTING)),
                Arguments.of("a length of 2^31-1 costs nothing and hurts nobody else", new Tiny(Tiny.Flaw.BELIEVING)),
                Arguments.of(
                        "an address works from another process, and messages go to and fro",
                        new BrokenTransports.Elsewhere()),
                Arguments.of("a peer that is killed is seen by who sends to it", new Tiny.Numb()),
                Arguments.of("a peer that is killed is seen by who waits for its answer", new Tiny.Patient()),
                Arguments.of(
                        "a peer that is killed is seen by who answers it, and others are received",
                        new Tiny.Mourning()));
    }

    /** Tries again whatever happens; not for ever, since this is only a test. */
    private static void swallow(Outbox outbox, ByteBuffer message) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            try {
                outbox.send(message);
                return;
            } catch (IOException swallowed) {
                Thread.interrupted();
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
        throw new IOException("enough");
    }

    private static int insist(Endpoint endpoint, ByteBuffer into, long timeout) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            try {
                return endpoint.receive(into, timeout);
            } catch (PeerLostException e) {
                throw e;
            } catch (IOException swallowed) {
                Thread.interrupted();
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
        throw new IOException("enough");
    }
}
