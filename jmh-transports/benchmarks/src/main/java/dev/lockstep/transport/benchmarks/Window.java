package dev.lockstep.transport.benchmarks;

import dev.lockstep.harness.Rank;
import dev.lockstep.transport.Outbox;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A window of messages one way, each with a place of its own, and a reply. */
final class Window {
    static final int MESSAGES = 64;
    static final int REPLY = 4;

    private final Receiving.Style receive;
    private final Outbox outbox;
    private final Sending.Style send;
    private final Sending.Style next;
    private final boolean first;
    private final int bytes;
    private final int sender;
    private final String name;
    private final ByteBuffer[] messages = new ByteBuffer[MESSAGES];
    private final int[] lengths = new int[MESSAGES];
    private final ByteBuffer reply;
    private int replied;
    private int place;

    /** Writes all buffers too: pages never written all read from one shared page of zeros, faster than real ones. */
    Window(Rank rank, Peer peer, Receiving.Style receive, Sending sending, String kind, int bytes) throws IOException {
        this.receive = receive;
        this.outbox = peer.connect();
        this.first = peer.pair().first();
        this.bytes = bytes;
        int from = first ? rank.rank() : peer.pair().peer();
        this.sender = from + rank.thread() * rank.size();
        this.name = "rank " + from + ", thread " + rank.thread();
        for (int i = 0; i < MESSAGES; i++) {
            messages[i] = room(rank, kind, bytes, first);
        }
        this.send = sending.by(outbox, messages);
        this.next = sending.byReceiver(outbox, messages);
        this.reply = room(rank, kind, REPLY, !first);
        fill();
    }

    /** The largest message that an endpoint must be opened for. */
    static int largest(int bytes) {
        return Math.max(bytes, REPLY);
    }

    /** What receives needs room for the largest message. */
    private ByteBuffer room(Rank rank, String kind, int length, boolean sends) {
        ByteBuffer room = rank.allocate(kind, largest(bytes));
        return sends ? room.limit(length) : room;
    }

    /** What begins an exchange, by JMH's thread. */
    void begin() throws IOException {
        if (first) {
            send.all();
        }
    }

    /** What begins the next, by the transport's thread: JMH's may not be done with the first. */
    void goOn() throws IOException {
        if (first) {
            next.all();
        }
    }

    /** A message that is given to this rank; whether an exchange has ended with it. The odd rank has replied then. */
    boolean take(ByteBuffer message) throws IOException {
        int length = message.remaining();
        (first ? reply : messages[place]).put(0, message, message.position(), length);
        if (first) {
            replied = length;
            return true;
        }
        lengths[place] = length;
        place = (place + 1) % MESSAGES;
        if (place == 0) {
            outbox.send(reply);
        }
        return place == 0;
    }

    /** One window and its reply. */
    void exchange() throws IOException {
        begin();
        if (first) {
            replied = receive.into(reply);
        } else {
            for (int i = 0; i < MESSAGES; i++) {
                lengths[i] = receive.into(messages[i]);
            }
            outbox.send(reply);
        }
    }

    /** Numbers are unlike any other's, so that no message can stand in for another. */
    private int number(int place) {
        return sender * (MESSAGES + 1) + place;
    }

    void fill() {
        replied = -1;
        for (int i = 0; i < MESSAGES; i++) {
            lengths[i] = -1;
            fill(messages[i], i, first);
        }
        fill(reply, MESSAGES, !first);
    }

    private void fill(ByteBuffer message, int place, boolean sends) {
        if (sends) {
            Contents.put(message, number(place));
        } else {
            Contents.putNone(message, number(place));
        }
    }

    void check() {
        for (int i = 0; i < MESSAGES; i++) {
            if (!first) {
                Contents.requireLength(bytes, lengths[i]);
            }
            require(messages[i], bytes, i);
        }
        if (first) {
            Contents.requireLength(REPLY, replied);
        }
        require(reply, REPLY, MESSAGES);
    }

    private void require(ByteBuffer message, int length, int place) {
        Contents.require(
                message.duplicate().limit(length), number(place), name + ", place " + place + " of its window");
    }
}
