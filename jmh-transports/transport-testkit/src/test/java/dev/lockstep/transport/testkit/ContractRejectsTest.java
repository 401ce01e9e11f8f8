package dev.lockstep.transport.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** For each clause a transport that breaks it, and is caught by it. */
@Execution(ExecutionMode.CONCURRENT)
class ContractRejectsTest {
    /** For flaws that are a wait without an end. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** For clauses that start a process before the flaw shows. */
    private static final Duration LONGER_LIMIT = Duration.ofSeconds(20);

    /** For the clause that opens a thousand endpoints first: it ends by itself. */
    private static final Duration LONGEST_LIMIT = Duration.ofSeconds(120);

    private static final int TRIES = 300;
    private static final long NAP_NANOS = 10_000_000;

    @TempDir
    Path folder;

    static Stream<Arguments> flaws() {
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
                sending("messages of 0 and 1 byte and the largest arrive whole", (outbox, message) -> {
                    if (message.hasRemaining()) {
                        outbox.send(message);
                    }
                }),
                sending(
                        "one byte too many is refused before a byte moves",
                        (outbox, message) ->
                                outbox.send(message.duplicate().limit(Math.min(message.limit(), 1 << 16)))),
                sending("buffers of every kind are sent, and are the caller's again", (outbox, message) -> {
                    outbox.send(message);
                    message.position(message.limit());
                }),
                receiving("buffers of every kind are received into, and nothing beside", (endpoint, into, timeout) -> {
                    int length = endpoint.receive(into, timeout);
                    into.put(into.position() + length, (byte) 1);
                    return length;
                }),
                sending("messages arrive once, whole and in order", (outbox, message) -> {
                    if (Stamp.sequence(message) != 7) {
                        outbox.send(message);
                    }
                }),
                sending("messages arrive once, whole and in order", (outbox, message) -> {
                    outbox.send(message);
                    if (Stamp.sequence(message) == 7) {
                        outbox.send(message);
                    }
                }),
                sending("messages arrive once, whole and in order", (outbox, message) -> {
                    ByteBuffer copy = ByteBuffer.allocate(message.remaining())
                            .put(message.duplicate())
                            .flip();
                    if (Stamp.sequence(message) == 7) {
                        copy.put(4, (byte) 1);
                    }
                    outbox.send(copy);
                }),
                outbox("messages arrive once, whole and in order", Swapping::new),
                receiving(
                        "receiving gives up when its time is over",
                        (endpoint, into, timeout) -> endpoint.receive(into, 0)),
                receiving(
                        "receiving gives up when its time is over",
                        (endpoint, into, timeout) ->
                                timeout == Stage.LONG_NANOS ? endpoint.receive(into, timeout) : -1),
                sending(
                        "sending and receiving allocate nothing",
                        (outbox, message) -> outbox.send(message.duplicate())));
    }

    private static Stream<Arguments> polls() {
        return Stream.of(
                polling(
                        "polling takes what is there, in place, and no more than asked",
                        (endpoint, receiver, limit) -> endpoint.poll(receiver, limit + 1)),
                polling(
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
                outbox("a refused offer has no effect", Lying::new),
                outbox("what is claimed is sent by the commit, not before", Hasty::new),
                outbox("a claim that there is no room for is null, later it is not", Overcommitting::new),
                endpoint("answers go to who asked", Answering::new),
                endpoint("answers go to each of several who ask", Favouring::new),
                outbox("a request that nobody answers gives up", inner -> new DressedOutbox(inner) {
                    @Override
                    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
                        inner.request(message, reply, timeoutNanos);
                        return 0;
                    }
                }));
    }

    private static Stream<Arguments> traffic() {
        return Stream.of(
                receiving("many send to one", (endpoint, into, timeout) -> {
                    int length = endpoint.receive(into, timeout);
                    return endpoint.sender() == 2 && length > 0 ? endpoint.receive(into, timeout) : length;
                }),
                Arguments.of("both send the largest while another thread receives", new OneAtATime()),
                Arguments.of("both send the largest, offering and polling in turn", new Polite()),
                outbox("a receiver that stalls makes its sender wait", Hoarding::new),
                Arguments.of("threads share an outbox", claimingThreads(false)),
                Arguments.of("threads share an endpoint", claimingThreads(true)));
    }

    private static Stream<Arguments> connections() {
        return Stream.of(
                endpoint("an address is text", inner -> new DressedEndpoint(inner) {
                    @Override
                    public String address() {
                        return inner.address() + " here";
                    }
                }),
                connecting("an address that is none of its own is refused", (endpoint, address) -> {
                    try {
                        return endpoint.connect(address, 0);
                    } catch (IllegalArgumentException e) {
                        throw new IOException(e);
                    }
                }),
                connecting("a dead address fails before the time is over", (endpoint, address) -> {
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
                sending("closing twice is closing once, and what is closed fails", (outbox, message) -> {
                    try {
                        outbox.send(message);
                    } catch (IOException swallowed) {
                        return;
                    }
                }),
                outbox("what was sent arrives though the outbox was closed", Tardy::new),
                receiving("a sender that has closed is no error", (endpoint, into, timeout) -> {
                    int length = endpoint.receive(into, timeout);
                    if (endpoint.sender() > 1) {
                        throw new PeerLostException("the first has left");
                    }
                    return length;
                }),
                sending("sending to an endpoint that has closed fails", ContractRejectsTest::swallow),
                receiving("closing wakes who receives", ContractRejectsTest::insist),
                sending("closing wakes who sends", ContractRejectsTest::swallow),
                receiving("an interrupt ends receiving", ContractRejectsTest::insist),
                sending("an interrupt ends sending", ContractRejectsTest::swallow),
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
                Arguments.of("an address works from another process, and messages go to and fro", new Elsewhere()),
                Arguments.of("a peer that is killed is seen by who sends to it", new Tiny.Numb()));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("flaws")
    void aFlawIsCaughtByItsClause(String name, Transport flawed) {
        Clause clause = Clauses.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        Duration ofProcesses = clause.needs().contains(Capability.PROCESSES) ? LONGER_LIMIT : LIMIT;
        Contract contract = new Contract(flawed, name.contains("a thousand") ? LONGEST_LIMIT : ofProcesses);
        contract.scratch = folder;
        assertThat(contract.clauses()).extracting(Clause::name).contains(name);
        assertThatThrownBy(() -> contract.check(clause)).isInstanceOf(Throwable.class);
    }

    @Test
    void everyClauseHasAFlawThatItCatches() {
        assertThat(flaws().map(flaw -> flaw.get()[0]).collect(Collectors.toSet()))
                .isEqualTo(Clauses.all().stream().map(Clause::name).collect(Collectors.toSet()));
    }

    @Test
    void whatIsLostDoubledOutOfOrderAndTornIsCountedApart() {
        Tally tally = new Tally(1);
        ByteBuffer message = ByteBuffer.allocate(30);
        for (int sequence : new int[] {0, 2, 1, 2, 4}) {
            tally.take(Stamp.put(message, 0, sequence));
        }
        tally.take(message.put(20, (byte) ~message.get(20)));
        assertThatThrownBy(() -> tally.require(6))
                .isInstanceOf(AssertionError.class)
                .hasMessage("lost 2, doubled 1, out of order 1, torn 1, whole 4");
    }

    /** Not run by itself, only clause by clause. */
    private static final class Contract extends TransportContract {
        private final Transport transport;
        private final Duration limit;

        Contract(Transport transport, Duration limit) {
            this.transport = transport;
            this.limit = limit;
        }

        @Override
        protected Transport transport() {
            return transport;
        }

        @Override
        protected Duration limit() {
            return limit;
        }
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

    private interface Sending {
        void send(Outbox outbox, ByteBuffer message) throws IOException;
    }

    private interface Receiving {
        int receive(Endpoint endpoint, ByteBuffer into, long timeout) throws IOException;
    }

    private interface Polling {
        int poll(Endpoint endpoint, Endpoint.Receiver receiver, int limit) throws IOException;
    }

    private interface Connecting {
        Outbox connect(Endpoint endpoint, String address) throws IOException;
    }

    private static Arguments outbox(String clause, UnaryOperator<Outbox> flaw) {
        return Arguments.of(clause, new Dressed() {
            @Override
            Outbox outbox(Outbox outbox) {
                return flaw.apply(outbox);
            }
        });
    }

    private static Arguments endpoint(String clause, UnaryOperator<Endpoint> flaw) {
        return Arguments.of(clause, new Dressed() {
            @Override
            Endpoint endpoint(Endpoint endpoint) {
                return flaw.apply(endpoint);
            }
        });
    }

    private static Arguments sending(String clause, Sending flaw) {
        return outbox(clause, inner -> new DressedOutbox(inner) {
            @Override
            public void send(ByteBuffer message) throws IOException {
                flaw.send(inner, message);
            }
        });
    }

    private static Arguments receiving(String clause, Receiving flaw) {
        return endpoint(clause, inner -> new DressedEndpoint(inner) {
            @Override
            public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                return flaw.receive(inner, into, timeoutNanos);
            }
        });
    }

    private static Arguments polling(String clause, Polling flaw) {
        return endpoint(clause, inner -> new DressedEndpoint(inner) {
            @Override
            public int poll(Receiver receiver, int limit) throws IOException {
                return flaw.poll(inner, receiver, limit);
            }
        });
    }

    private static Arguments connecting(String clause, Connecting flaw) {
        return endpoint(clause, inner -> new DressedEndpoint(inner) {
            @Override
            public Outbox connect(String address, long timeoutNanos) throws IOException {
                return flaw.connect(inner, address);
            }
        });
    }

    /** Claims that threads may share it, and has one buffer for all. */
    private static Transport claimingThreads(boolean receiver) {
        return new Dressed() {
            @Override
            public Map<Capability, String> unsupported(Map<String, String> options) {
                Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
                all.remove(Capability.THREADS);
                return all;
            }

            @Override
            Outbox outbox(Outbox outbox) {
                return receiver ? outbox : new Racing(outbox);
            }

            @Override
            Endpoint endpoint(Endpoint endpoint) {
                return receiver ? new Careless(endpoint) : endpoint;
            }
        };
    }

    /** Copies into a buffer that another thread may have in use. */
    private static final class Racing extends DressedOutbox {
        private final ByteBuffer shared = ByteBuffer.allocate(1 << 16);

        Racing(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            int length = message.remaining();
            shared.put(0, message, message.position(), length);
            Thread.yield();
            synchronized (this) {
                inner.send(shared.slice(0, length));
            }
        }
    }

    /** Receives into a buffer that another thread may have in use. */
    private static final class Careless extends DressedEndpoint {
        private final ByteBuffer shared = ByteBuffer.allocate(1 << 16);

        Careless(Endpoint inner) {
            super(inner);
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            int length;
            synchronized (this) {
                length = inner.receive(shared, timeoutNanos);
            }
            Thread.yield();
            if (length > 0) {
                into.put(into.position(), shared, 0, length);
            }
            return length;
        }
    }

    /** Sends the second of two first. */
    private static final class Swapping extends DressedOutbox {
        private ByteBuffer kept;

        Swapping(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (Stamp.sequence(message) == 7) {
                kept = ByteBuffer.allocate(message.remaining())
                        .put(message.duplicate())
                        .flip();
                return;
            }
            inner.send(message);
            if (kept != null) {
                inner.send(kept);
                kept = null;
            }
        }
    }

    /** Says that an offer was refused, which was not. */
    private static final class Lying extends DressedOutbox {
        private int offers;

        Lying(Outbox inner) {
            super(inner);
        }

        @Override
        public boolean offer(ByteBuffer message) throws IOException {
            return inner.offer(message) && ++offers != 1;
        }
    }

    /** Commits what was claimed at once, and nothing later. */
    private static final class Hasty extends DressedOutbox {
        Hasty(Outbox inner) {
            super(inner);
        }

        @Override
        public ByteBuffer claim(int bytes) throws IOException {
            ByteBuffer memory = inner.claim(bytes);
            if (memory != null) {
                inner.commit();
            }
            return memory;
        }

        @Override
        public void commit() {
            // It has left already.
        }
    }

    /** Has memory for everybody, and drops what there is no room for. */
    private static final class Overcommitting extends DressedOutbox {
        private ByteBuffer memory;

        Overcommitting(Outbox inner) {
            super(inner);
        }

        @Override
        public ByteBuffer claim(int bytes) {
            memory = ByteBuffer.allocate(bytes);
            return memory;
        }

        @Override
        public void commit() throws IOException {
            inner.offer(memory);
        }
    }

    /** Answers with the question before. */
    private static final class Answering extends DressedEndpoint {
        private ByteBuffer before;

        Answering(Endpoint inner) {
            super(inner);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            ByteBuffer copy = ByteBuffer.allocate(message.remaining())
                    .put(message.duplicate())
                    .flip();
            inner.reply(sender, before == null ? copy : before);
            before = copy;
        }
    }

    /** Answers the first who asked, whoever asks. */
    private static final class Favouring extends DressedEndpoint {
        private long first;

        Favouring(Endpoint inner) {
            super(inner);
        }

        @Override
        public void reply(long sender, ByteBuffer message) throws IOException {
            first = first == 0 ? sender : first;
            inner.reply(first, message);
        }
    }

    /** Keeps what the receiver has no room for, in memory without a bound. */
    private static final class Hoarding extends DressedOutbox {
        private final ArrayDeque<ByteBuffer> hoard = new ArrayDeque<>();

        Hoarding(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            hoard.add(ByteBuffer.allocate(message.remaining())
                    .put(message.duplicate())
                    .flip());
            while (!hoard.isEmpty() && inner.offer(hoard.peek())) {
                hoard.remove();
            }
        }

        @Override
        public void flush() throws IOException {
            while (!hoard.isEmpty()) {
                inner.send(hoard.remove());
            }
        }
    }

    /** Keeps the last message for when there is another. */
    private static final class Tardy extends DressedOutbox {
        private ByteBuffer kept;

        Tardy(Outbox inner) {
            super(inner);
        }

        @Override
        public void send(ByteBuffer message) throws IOException {
            if (kept != null) {
                inner.send(kept);
            }
            kept = ByteBuffer.allocate(message.remaining())
                    .put(message.duplicate())
                    .flip();
        }
    }

    /** Sends nothing before it has received something, which is what the other waits for, too. */
    private static final class Polite extends Dressed {
        private volatile boolean received;

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public int poll(Receiver receiver, int limit) throws IOException {
                    int count = inner.poll(receiver, limit);
                    received |= count > 0;
                    return count;
                }
            };
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public boolean offer(ByteBuffer message) throws IOException {
                    return received && inner.offer(message);
                }
            };
        }
    }

    /** Sends or receives, but not both. */
    private static final class OneAtATime extends Dressed {
        private final Object turn = new Object();

        @Override
        Endpoint endpoint(Endpoint endpoint) {
            return new DressedEndpoint(endpoint) {
                @Override
                public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
                    synchronized (turn) {
                        return inner.receive(into, timeoutNanos);
                    }
                }
            };
        }

        @Override
        Outbox outbox(Outbox outbox) {
            return new DressedOutbox(outbox) {
                @Override
                public void send(ByteBuffer message) throws IOException {
                    synchronized (turn) {
                        inner.send(message);
                    }
                }
            };
        }
    }

    /** Claims that its addresses work elsewhere. */
    static final class Elsewhere extends Dressed {
        @Override
        public Map<Capability, String> unsupported(Map<String, String> options) {
            Map<Capability, String> all = new EnumMap<>(super.unsupported(options));
            all.remove(Capability.PROCESSES);
            return all;
        }
    }
}
