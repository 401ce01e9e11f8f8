package dev.lockstep.transport.testkit;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.testkit.Dressed.DressedEndpoint;
import dev.lockstep.transport.testkit.Dressed.DressedOutbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** For each clause a transport that breaks it. */
final class Flaws {
    private static final String IN_ORDER = "messages arrive once, whole and in order";
    private static final String NOT_ENDED = "a call in another thread has not ended";
    private static final String NO_MESSAGE = "no message has come";

    /** Keeps what is allocated from being optimised away. */
    private static volatile ByteBuffer allocated;

    private Flaws() {}

    static Stream<Flaw> all() {
        Stream<Flaw> hanging = hanging().map(Flaw::hanging);
        return Stream.of(
                        declared(),
                        messages(),
                        polls(),
                        pushes(),
                        traffic(),
                        connections(),
                        strangers(),
                        DatagramFlaws.all(),
                        hanging)
                .flatMap(flaws -> flaws);
    }

    private static Stream<Flaw> declared() {
        return Stream.of(
                Flaw.of(
                        "it has a name, a description and options that users can write",
                        "'My Transport' is no lower-case word",
                        new Dressed() {
                            @Override
                            public String name() {
                                return "My Transport";
                            }
                        }),
                Flaw.of("it is available", "it is gone", new Dressed() {
                    @Override
                    public Availability availability(Map<String, String> options) {
                        return new Availability.Unavailable("it is gone", "get it");
                    }
                }),
                Flaw.of(
                        "what is lacking has its reasons",
                        "no reason for lacking OFFER",
                        new Doubles.Claiming(Capability.OFFER, " ")),
                Flaw.of(
                        "what is lacking is refused",
                        "what needs OFFER does not end in",
                        new Doubles.Claiming(Capability.OFFER, "it says")),
                Flaw.of("what is larger than it carries is refused", "opening for more", new Dressed() {
                    @Override
                    public int largest(Map<String, String> options) {
                        return 1 << 16;
                    }
                }),
                Flaw.of("what peers share ends when it is closed", "it is closed already", new Dressed() {
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

    private static Stream<Flaw> messages() {
        return Stream.of(
                Flaw.sending(
                        "messages of 0 and 1 byte and the largest arrive whole", "1 bytes of 0", (outbox, message) -> {
                            if (message.hasRemaining()) {
                                outbox.send(message);
                            }
                        }),
                Flaw.sending(
                        "one byte too many is refused before a byte moves",
                        "does not end in",
                        (outbox, message) ->
                                outbox.send(message.duplicate().limit(Math.min(message.limit(), 1 << 16)))),
                Flaw.sending(
                        "buffers of every kind are sent, and are the caller's again",
                        "sending has moved the position",
                        (outbox, message) -> {
                            outbox.send(message);
                            message.position(message.limit());
                        }),
                Flaw.receiving(
                        "buffers of every kind are received into, and nothing beside",
                        "byte 120 beside the message was written",
                        (endpoint, into, timeout) -> {
                            int length = endpoint.receive(into, timeout);
                            into.put(into.position() + length, (byte) 1);
                            return length;
                        }),
                seventh("doubled 1", (outbox, message) -> {
                    outbox.send(message);
                    outbox.send(message);
                }),
                seventh(
                        "torn 1",
                        (outbox, message) -> outbox.send(Dressed.copy(message).put(4, (byte) 1))),
                Flaw.sending(IN_ORDER, "out of order 1", (outbox, message) -> {
                    boolean swapped = Stamp.sequence(message) == 7 || Stamp.sequence(message) == 8;
                    outbox.send(swapped ? Stamp.put(Dressed.copy(message), 0, 15 - Stamp.sequence(message)) : message);
                }),
                Flaw.receiving(
                        "receiving gives up when its time is over",
                        "it has given up too early",
                        (endpoint, into, timeout) -> -1),
                Flaw.sending("sending and receiving allocate nothing", "bytes were allocated", (outbox, message) -> {
                    allocated = message.duplicate();
                    outbox.send(allocated);
                }));
    }

    private static Flaw seventh(String words, Flaw.Sending flaw) {
        return Flaw.sending(IN_ORDER, words, (outbox, message) -> {
            if (Stamp.sequence(message) == 7) {
                flaw.send(outbox, message);
            } else {
                outbox.send(message);
            }
        });
    }

    private static Stream<Flaw> polls() {
        return Stream.of(
                Flaw.polling(
                        "polling takes what is there, in place, and no more than asked",
                        "4 messages were given, 4 said, at most 3",
                        (endpoint, receiver, limit) -> {
                            int count = endpoint.poll(receiver, limit);
                            while (count > 0 && count <= limit) {
                                count += endpoint.poll(receiver, 1);
                            }
                            return count;
                        }),
                Flaw.polling(
                        "an exception of the receiver passes, and its message is taken",
                        "does not end in",
                        (endpoint, receiver, limit) -> endpoint.poll(
                                (message, sender) -> {
                                    try {
                                        receiver.take(message, sender);
                                    } catch (IOException swallowed) {
                                        return;
                                    }
                                },
                                limit)),
                Flaw.outbox("a refused offer has no effect", "doubled 1", Doubles.Lying::new),
                Flaw.outbox(
                        "what is claimed is sent by the commit, not before",
                        "300 bytes have come of 16",
                        Doubles.Hasty::new),
                Flaw.outbox(
                        "a claim that there is no room for is null, later it is not",
                        "there is always room",
                        Doubles.Overcommitting::new),
                Flaw.endpoint("answers go to who asked", "has come for", Doubles.Answering::new),
                Flaw.endpoint("answers go to each of several who ask", "has come for", Doubles.Favouring::new),
                Flaw.endpoint(
                        "the answer of who closes then is heard", "has closed", inner -> new DressedEndpoint(inner) {
                            @Override
                            public void reply(long sender, ByteBuffer message) {
                                // It is too late for that.
                            }
                        }),
                Flaw.outbox(
                        "a request that nobody answers gives up",
                        "an answer of 0 bytes has come",
                        inner -> new DressedOutbox(inner) {
                            @Override
                            public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos)
                                    throws IOException {
                                inner.request(message, reply, timeoutNanos);
                                return 0;
                            }
                        }));
    }

    private static Stream<Flaw> pushes() {
        return Stream.of(
                Flaw.pushing(
                        "messages are given to a receiver, once, whole and in order",
                        "doubled 1",
                        (endpoint, message, sender, receiver) -> {
                            if (Stamp.sequence(message) == 7) {
                                receiver.take(message, sender);
                            }
                            receiver.take(message, sender);
                        }),
                Flaw.pushing(
                                "a receiver sends from where it is called",
                                "receivers that send are stuck",
                                (endpoint, message, sender, receiver) -> {
                                    if (Stamp.sequence(message) != 7) {
                                        receiver.take(message, sender);
                                    }
                                })
                        .hanging(),
                Flaw.pushing(
                        "a receiver answers from where it is called",
                        "the peer to be answered has closed",
                        (endpoint, message, sender, receiver) -> receiver.take(message, sender + 1)),
                Flaw.pushing(
                        "a receiver answers from where it is called",
                        "a message of the connection before it has returned",
                        (endpoint, message, sender, receiver) -> {
                            ByteBuffer copy = ByteBuffer.allocate(message.remaining())
                                    .put(message)
                                    .flip();
                            new Thread(() -> {
                                        try {
                                            receiver.take(copy, sender);
                                        } catch (IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    })
                                    .start();
                        }),
                Flaw.of(
                        "a receiver sends by what another thread sends by",
                        "it belongs to another thread",
                        new PushingTransport.Possessive()),
                Flaw.pushing(
                        "a receiver closes its endpoint",
                        "is given 2 messages",
                        (endpoint, message, sender, receiver) -> {
                            receiver.take(message, sender);
                            receiver.take(message, sender);
                        }),
                Flaw.of(
                                "an exception of a receiver costs its message alone",
                                "what comes behind an exception is not given",
                                new PushingTransport.Brittle())
                        .hanging(),
                Flaw.of(
                        "who has a receiver receives nothing by hand",
                        "receiving by hand does not end in",
                        new PushingTransport.Handy()),
                Flaw.of(
                        "nothing is given to a receiver once its endpoint is closed",
                        "a message is given to a receiver whose endpoint is closed",
                        new PushingTransport.Lingering()));
    }

    private static Stream<Flaw> traffic() {
        return Stream.of(
                Flaw.outbox(
                        "a receiver that stalls makes its sender wait",
                        "bytes were sent to a peer that receives nothing",
                        Doubles.Hoarding::new),
                Flaw.of("threads share an outbox", "lost ", new Doubles.Racing(false)),
                Flaw.of("threads share an outbox, and claim and send", "lost ", new Doubles.Crowding()),
                Flaw.of("threads share an endpoint", "lost ", new Doubles.Racing(true)),
                Flaw.of(
                        "threads share an endpoint, and answer who asked them",
                        "has come for",
                        new Doubles.Mistaking()));
    }

    private static Stream<Flaw> connections() {
        return Stream.of(
                Flaw.endpoint("an address is text", "has white space", inner -> new DressedEndpoint(inner) {
                    @Override
                    public String address() {
                        return inner.address() + " here";
                    }
                }),
                Flaw.connecting(
                        "an address that is none of its own is refused",
                        "not in IllegalArgumentException",
                        (endpoint, address) -> {
                            try {
                                return endpoint.connect(address, 0);
                            } catch (IllegalArgumentException e) {
                                throw new IOException(e);
                            }
                        }),
                Flaw.connecting(
                        "a dead address fails before the time is over", "does not end in", (endpoint, address) -> {
                            try {
                                return endpoint.connect(address, 0);
                            } catch (IOException hidden) {
                                return endpoint.connect(endpoint.address(), 0);
                            }
                        }),
                Flaw.of(
                        "it is at the address of its setting",
                        "and its setting says /127.0.0.2",
                        Template.with("loopback", "setting.address()", "java.net.InetAddress.getLoopbackAddress()")),
                Flaw.of("an address belongs to one endpoint", "opening a second endpoint at", new Doubles.Moving()),
                Flaw.of(
                        "an address that is given up goes to one of those who open it",
                        "3 endpoints have one address",
                        new Doubles.Moving()),
                Flaw.sending(
                        "closing twice is closing once, and what is closed fails",
                        "by an outbox that is closed does not",
                        Flaws::swallow),
                Flaw.receiving("a sender that has closed is no error", "one has left", (endpoint, into, timeout) -> {
                    Sender from = new Sender();
                    int length = endpoint.receive(into, from, timeout);
                    if (from.token() > 1) {
                        throw new PeerLostException("one has left");
                    }
                    return length;
                }));
    }

    private static Stream<Flaw> strangers() {
        return Stream.of(
                Flaw.of(
                        "boundaries hold when bytes come one at a time",
                        "a message of 16 bytes is torn",
                        Template.with(
                                "shortreads", "in.readFully(message)", "in.read(message, 0, Math.min(10, length))")),
                Flaw.of(
                        "garbage on the port hurts nobody else",
                        "receiving fails for what a stranger has said",
                        Template.with(
                                "talkative",
                                "if (in.readInt() != GREETING) {",
                                "if (in.readInt() != GREETING) { arrived.add(new Arrival(null, 0, new IOException()));")),
                Flaw.of(
                        "a length of 2^31-1 costs nothing and hurts nobody else",
                        "memory was asked for that a stranger had named",
                        Template.with("believing", " && length <= largest", "")),
                Flaw.of(
                        "an address works from another process, and messages go to and fro",
                        "the other process is not there",
                        new Doubles.Claiming(Capability.PROCESSES, null)));
    }

    /** What can only be told by waiting in vain. */
    private static Stream<Flaw> hanging() {
        return Stream.of(
                seventh(NO_MESSAGE, (outbox, message) -> {}),
                Flaw.receiving(
                        "receiving gives up when its time is over",
                        NOT_ENDED,
                        (endpoint, into, timeout) -> endpoint.receive(into, 0)),
                Flaw.receiving("many send to one", NO_MESSAGE, (endpoint, into, timeout) -> {
                    Sender from = new Sender();
                    int length = endpoint.receive(into, from, timeout);
                    return from.token() == 2 && length > 0 ? endpoint.receive(into, timeout) : length;
                }),
                Flaw.of("both send the largest while another thread receives", NO_MESSAGE, new Doubles.Polite()),
                Flaw.of("both send the largest, offering and polling in turn", "a deadlock", new Doubles.Polite()),
                Flaw.outbox("what was sent arrives though the outbox was closed", "whole 99", Doubles.Tardy::new),
                Flaw.sending("sending to an endpoint that has closed fails", "sending goes on", Flaws::swallow),
                Flaw.sending(
                        "who connects while an endpoint closes is refused, or told", "sending goes on", Flaws::swallow),
                Flaw.of("threads share an outbox, and send while one asks", NO_MESSAGE, new Doubles.Queueing()),
                Flaw.of("threads share an endpoint, each for as long as it likes", NOT_ENDED, new Doubles.Queueing()),
                Flaw.receiving(
                        "closing wakes who receives",
                        NOT_ENDED,
                        (endpoint, into, timeout) -> sleepOn(() -> endpoint.receive(into, timeout))),
                Flaw.sending(
                        "closing wakes who sends", NOT_ENDED, (outbox, message) -> sleepOn(sending(outbox, message))),
                Flaw.receiving(
                        "an interrupt ends receiving",
                        NOT_ENDED,
                        (endpoint, into, timeout) -> goOn(() -> endpoint.receive(into, timeout))),
                Flaw.sending(
                        "an interrupt ends sending", NOT_ENDED, (outbox, message) -> goOn(sending(outbox, message))),
                Flaw.outbox("an interrupt tears no message", "is the last to come", Doubles.Torn::new),
                Flaw.of("a thousand opens and closes leave nothing", "after 1000 opens", new Dressed() {
                    @Override
                    public Endpoint open(Setting setting) throws IOException {
                        Files.createTempFile(setting.folder(), "left", "");
                        return super.open(setting);
                    }
                }),
                Flaw.of(
                        "bytes that trickle in prolong no time",
                        NOT_ENDED,
                        Template.with("endless", "timeoutNanos == 0 ?", "timeoutNanos >= 0 ?")),
                Flaw.of(
                        "a message that breaks off is a named error, once",
                        NO_MESSAGE,
                        Template.with("silent", "throw new PeerLostException(\"a message broke off\", e)", "return")),
                Flaw.of(
                        "strangers who say nothing keep nobody waiting",
                        NO_MESSAGE,
                        Template.with(
                                "loyal",
                                "start(() -> read(socket));",
                                "if (sockets.size() == 1) { start(() -> read(socket)); }")),
                Flaw.of(
                        "what peers share ends when its process is killed",
                        "processes are left of what was hosted",
                        new Doubles.Littering()),
                Flaw.of(
                        "a peer that is killed is seen by who sends to it",
                        "sending goes on",
                        Template.with("numb", "throw new EOFException(\"the peer is gone\")", "return")),
                Flaw.of(
                        "a peer that is killed is seen by who waits for its answer",
                        NOT_ENDED,
                        Template.with(
                                "patient",
                                "byte[] bytes = new byte[length];",
                                "while (socket.getInputStream().available() == 0) { java.util.concurrent.locks.LockSupport"
                                        + ".parkNanos(1_000_000); } byte[] bytes = new byte[length];")),
                Flaw.of(
                        "a peer that is killed is seen by who answers it, and others are received",
                        NO_MESSAGE,
                        Template.with("faithful", "while (true) {", "for (int i = 0; i < 1; i++) {")));
    }

    private static void swallow(Outbox outbox, ByteBuffer message) {
        try {
            outbox.send(message);
        } catch (IOException swallowed) {
            return;
        }
    }

    private interface Call {
        int run() throws IOException;
    }

    private static Call sending(Outbox outbox, ByteBuffer message) {
        return () -> {
            outbox.send(message);
            return 0;
        };
    }

    /** Tells nobody that it has failed, and ends by an interrupt alone. */
    private static int sleepOn(Call call) throws IOException {
        try {
            return call.run();
        } catch (IOException e) {
            try {
                Thread.sleep(Long.MAX_VALUE);
                return 0;
            } catch (InterruptedException ended) {
                throw e;
            }
        }
    }

    /** Takes no notice of an interrupt. */
    private static int goOn(Call call) throws IOException {
        while (true) {
            try {
                return call.run();
            } catch (IOException e) {
                if (!Thread.interrupted()) {
                    throw e;
                }
            }
        }
    }
}
