package dev.lockstep.pattern.cache;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.pattern.cache.CacheException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;

/** The rank that serves a {@link DataCache}, by one thread. */
public final class CacheServer implements Closeable {
    private final Communicator comm;
    private final DataCache.Limits limits;
    private final long patienceNanos;
    private final Buffers buffers;
    private final DiskTier disk;
    private final Tiers tiers;
    private final Inbox inbox;
    private final ByteBuffer nothing;
    private final Tiers.Sink parts = part -> send(part, Protocol.BYTES);

    /** By rank: how many goodbyes no serving has ended with yet; whether it was given up. */
    private final int[] left;

    private final boolean[] lost;

    /** By rank: why it has not got the bytes that it has asked for last; null if it has, or was told. */
    private final Failure[] failures;

    private long losses;
    private ByteBuffer answer;
    private int client;

    private record Failure(Entry entry, CacheException why) {}

    /**
     * A server with nothing in its tiers.
     *
     * @param comm of the group, whose rank 0 it is
     * @param store of the files; closed by the caller
     * @throws IOException if there is no folder for the local disk
     * @throws IllegalArgumentException if there is a patience that the library cannot keep: it has no probes
     */
    public CacheServer(Communicator comm, Store store, DataCache.Capacity capacity, DataCache.Limits limits)
            throws IOException {
        this.comm = comm;
        this.limits = limits;
        patienceNanos = limits.patience().toNanos();
        inbox = new Inbox(comm);
        if (patienceNanos > 0 && !inbox.probes()) {
            throw new IllegalArgumentException(
                    "this communicator has no probes, so a server waits as long as it takes: take no patience");
        }
        buffers = new Buffers(comm);
        Eviction eviction = capacity.eviction();
        disk = new DiskTier(capacity.folder(), new Shelf(capacity.disk(), eviction));
        tiers = new Tiers(
                store,
                buffers,
                new Shelf(capacity.memory(), eviction),
                disk,
                limits.part(),
                limits.fresh().toNanos());
        answer = Protocol.answer(comm);
        nothing = comm.allocate(0);
        left = new int[comm.size()];
        lost = new boolean[left.length];
        failures = new Failure[left.length];
    }

    /**
     * Fills the index, or brings it up to date: looks at each of the files in the store.
     *
     * @param names of files
     * @throws CacheException with the reason if one cannot be had; the others before it are indexed
     */
    public void index(Collection<String> names) throws CacheException {
        for (String name : names) {
            tiers.look(name);
        }
    }

    /**
     * Puts a file into a tier before anybody asks for it, as the one that came there last. Others may leave that for it.
     * The store is read if the file lies nowhere else.
     *
     * @throws IOException if it cannot be read, or is no longer as it was
     * @throws IllegalArgumentException if it is larger than the tier
     */
    public void place(String name, Tier tier) throws IOException {
        tiers.place(name, tier);
    }

    /**
     * Serves until each client has said goodbye once more, or is given up. One that has, and asks all the same, is
     * served: it may be ahead of the others.
     *
     * @throws CommunicationException if the library fails
     */
    public void serve() {
        long idle = System.nanoTime();
        while (isAwaited()) {
            if (patienceNanos == 0 || inbox.look()) {
                answer(inbox.take());
                idle = System.nanoTime();
            } else if (System.nanoTime() - idle > patienceNanos) {
                giveUpTheSilent();
            } else {
                Thread.yield();
            }
        }
        for (int i = 0; i < left.length; i++) {
            left[i] = Math.max(0, left[i] - 1);
        }
    }

    private boolean isAwaited() {
        for (int i = 0; i < left.length; i++) {
            if (i != Protocol.SERVER && isAwaited(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAwaited(int rank) {
        return left[rank] == 0 && !lost[rank];
    }

    private void giveUpTheSilent() {
        for (int i = 0; i < left.length; i++) {
            if (i != Protocol.SERVER && isAwaited(i)) {
                giveUp(i);
            }
        }
    }

    private void giveUp(int rank) {
        lost[rank] = true;
        losses++;
    }

    private void answer(ByteBuffer request) {
        client = inbox.client();
        lost[client] = false;
        switch (Protocol.wanted(request)) {
            case Protocol.LEAVE -> left[client]++;
            case Protocol.SIZE -> size(Protocol.name(request));
            case Protocol.CONTENTS -> contents(Protocol.expected(request), Protocol.name(request));
            default -> refuse(CacheException.refused("", "that is no request"));
        }
    }

    private void size(ByteBuffer name) {
        answer = buffers.again(answer);
        Failure failure = failures[client];
        failures[client] = null;
        try {
            Entry entry = tiers.find(name);
            if (failure != null && failure.entry == entry) {
                throw failure.why;
            }
            Protocol.found(answer, entry.size, limits.part());
            send(answer, Protocol.ANSWER);
        } catch (CacheException e) {
            refuse(e);
        }
    }

    private void refuse(CacheException why) {
        answer = buffers.again(answer);
        Protocol.refuse(answer, why);
        send(answer, Protocol.ANSWER);
    }

    private void contents(int expected, ByteBuffer name) {
        try {
            Entry entry = tiers.find(name);
            if (entry.size != expected) {
                send(nothing, Protocol.AGAIN);
            } else {
                pass(entry);
            }
        } catch (CacheException e) {
            send(nothing, Protocol.AGAIN);
        }
    }

    /** Why it cannot be passed on the client is told when it asks for the size again. */
    private void pass(Entry entry) {
        try {
            tiers.pass(entry, parts);
        } catch (IOException e) {
            CacheException why = CacheException.of(entry.name, e);
            entry.isStale = true;
            failures[client] = why.reason() == Reason.FAILED ? new Failure(entry, why) : null;
            send(nothing, Protocol.AGAIN);
        }
    }

    /** Gives whether it was taken. */
    private boolean send(ByteBuffer message, int tag) {
        if (patienceNanos == 0) {
            comm.send(message, client, tag);
            return true;
        }
        // Of its own: of a message that is not taken the library keeps position and limit.
        if (Protocol.await(comm.iSend(message.duplicate(), client, tag), null, patienceNanos)) {
            return true;
        }
        buffers.abandon(message);
        giveUp(client);
        return false;
    }

    /** What was counted since this was asked last; by the serving thread. */
    public Counted counted() {
        long lostNow = losses;
        losses = 0;
        return new Counted(
                tiers.takeHits(Tier.MEMORY),
                tiers.takeHits(Tier.DISK),
                tiers.takeHits(Tier.REMOTE),
                tiers.takeEvictions(),
                disk.takeEvictions(),
                tiers.takeStoreReads(),
                disk.takeWarnings(),
                lostNow,
                inbox.takeMean(),
                inbox.takeLongest());
    }

    /** Why the local disk was given up; empty as long as it is not. */
    public Optional<String> warning() {
        return disk.failure();
    }

    /** Deletes what lies on the local disk; the store and the communicator are the caller's. */
    @Override
    public void close() throws IOException {
        disk.close();
    }
}
