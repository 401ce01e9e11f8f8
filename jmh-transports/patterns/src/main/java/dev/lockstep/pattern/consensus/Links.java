package dev.lockstep.pattern.consensus;

import dev.lockstep.harness.Rank;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.benchmarks.Peer;
import dev.lockstep.transport.benchmarks.Peers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connections of a role: those of the leader go to all roles, itself included, those of the others to the leader. They
 * are kept, or opened for each message and closed again. Where an endpoint hears one sender alone, the leader has one for
 * each role.
 */
final class Links {
    private final boolean perMessage;
    private final Lock turns;
    private final int rank;
    private final int size;
    private final List<Peer> inboxes = new ArrayList<>();
    private final Outbox[] outboxes;

    /** Opens what is there to receive from; all ranks do so together. */
    Links(Rank rank, Peers peers, boolean perMessage, int largest) throws IOException {
        this.perMessage = perMessage;
        this.rank = rank.rank();
        this.size = rank.size();
        // Who shares an endpoint with others takes turns where it is one thread's.
        this.turns = peers.lacks(Capability.THREADS) ? new ReentrantLock() : null;
        int count = !perMessage && peers.lacks(Capability.MANY_SENDERS) ? size : 1;
        for (int i = 0; i < count; i++) {
            inboxes.add(peers.open(rank, largest));
        }
        outboxes = new Outbox[leads() ? size : 1];
        for (int i = 0; !perMessage && i < outboxes.length; i++) {
            outboxes[i] = connect(i);
        }
    }

    private boolean leads() {
        return rank == 0;
    }

    private Outbox connect(int to) throws IOException {
        return inboxes.get(leads() ? 0 : rank % inboxes.size()).connect(to);
    }

    /** What a role receives from. */
    List<Peer> inboxes() {
        return leads() ? inboxes : inboxes.subList(0, 1);
    }

    /** How many roles send to each of these. */
    int senders() {
        return leads() ? size / inboxes.size() : 1;
    }

    /** Sends to a role: the leader to any, the others to the leader. */
    void send(int to, ByteBuffer message) throws IOException {
        if (turns == null) {
            sendNow(to, message);
            return;
        }
        turns.lock();
        try {
            sendNow(to, message);
        } finally {
            turns.unlock();
        }
    }

    private void sendNow(int to, ByteBuffer message) throws IOException {
        if (!perMessage) {
            outboxes[to].send(message);
            return;
        }
        try (Outbox outbox = connect(to)) {
            outbox.send(message);
        }
    }

    /** Closes all; all ranks do so together. */
    void close(Rank rank, Peers peers) throws IOException {
        for (Peer inbox : inboxes) {
            peers.close(rank, inbox);
        }
    }
}
