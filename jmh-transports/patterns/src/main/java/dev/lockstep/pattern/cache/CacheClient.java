package dev.lockstep.pattern.cache;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.pattern.cache.CacheException.Reason;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** A rank that gets files of a {@link DataCache}: by one call each. */
public final class CacheClient {
    private final Communicator comm;
    private final DataCache.Limits limits;
    private final long patienceNanos;
    private final ByteBuffer request;
    private final ByteBuffer answer;
    private final Status status = new Status();
    private boolean isLost;

    /**
     * A client of rank 0.
     *
     * @param comm of the group
     */
    public CacheClient(Communicator comm, DataCache.Limits limits) {
        this.comm = comm;
        this.limits = limits;
        // The server may wait for each of the others before this one's turn.
        patienceNanos = limits.patience().multipliedBy(comm.size()).toNanos();
        request = Protocol.request(comm);
        answer = Protocol.answer(comm);
    }

    /**
     * Gets a file.
     *
     * @param name relative to the folder that is served: see {@link Store}
     * @return its bytes, from position 0 to the limit, in memory of their own
     * @throws CacheException with the reason if it cannot be had
     */
    public ByteBuffer get(String name) throws CacheException {
        for (int tries = limits.tries(); tries > 0; tries--) {
            int size = size(name);
            ByteBuffer whole = comm.allocate(size);
            if (contents(name, size, whole)) {
                return whole;
            }
        }
        throw changing(name);
    }

    /**
     * Gets a file, and allocates nothing if its name is ASCII.
     *
     * @param name as for {@link #get(String)}
     * @param into filled from its position on; position and limit stay
     * @return the bytes of the file
     * @throws CacheException with the reason if it cannot be had. Once the server is {@code LOST} the buffer belongs to the
     *     library: what comes too late may still be written there
     * @throws IllegalArgumentException if there is no room for it
     */
    public int get(String name, ByteBuffer into) throws CacheException {
        for (int tries = limits.tries(); tries > 0; tries--) {
            int size = size(name);
            if (contents(name, Store.room(name, size, into), into)) {
                return size;
            }
        }
        throw changing(name);
    }

    private CacheException changing(String name) {
        return new CacheException(
                Reason.CHANGED, name + " has changed each of " + limits.tries() + " times that it was asked for");
    }

    private int size(String name) throws CacheException {
        Protocol.ask(request, Protocol.SIZE, 0, name);
        exchange(answer.clear());
        if (status.tag() != Protocol.ANSWER) {
            throw lost("has sent " + status.bytes() + " bytes that nobody has asked for", null);
        }
        return Protocol.size(answer.limit(status.bytes()));
    }

    /** The parts, one behind the other; gives whether they are there, and still of the file. */
    private boolean contents(String name, int size, ByteBuffer into) throws CacheException {
        int position = into.position();
        int limit = into.limit();
        int part = Protocol.part(answer);
        Protocol.ask(request, Protocol.CONTENTS, size, name);
        try {
            for (int at = 0; at < size; at += status.bytes()) {
                int length = Math.min(part, size - at);
                into.limit(position + at + length).position(position + at);
                if (at == 0) {
                    exchange(into);
                } else {
                    receive(into);
                }
                if (status.tag() == Protocol.AGAIN) {
                    return false;
                }
                if (status.tag() != Protocol.BYTES || status.bytes() != length) {
                    throw lost("has sent " + status.bytes() + " bytes of " + name + " in place of " + length, null);
                }
            }
            return true;
        } finally {
            into.limit(limit).position(position);
        }
    }

    private void exchange(ByteBuffer into) throws CacheException {
        requireServer();
        try {
            if (patienceNanos == 0) {
                comm.sendRecv(
                        request,
                        Protocol.SERVER,
                        Protocol.REQUEST,
                        into,
                        Protocol.SERVER,
                        Communicator.ANY_TAG,
                        status);
            } else {
                Request coming = comm.iRecv(into, Protocol.SERVER, Communicator.ANY_TAG);
                await(comm.iSend(request, Protocol.SERVER, Protocol.REQUEST));
                await(coming);
            }
        } catch (CommunicationException e) {
            throw lost("cannot be reached: " + e.getMessage(), e);
        }
    }

    private void receive(ByteBuffer into) throws CacheException {
        try {
            if (patienceNanos == 0) {
                comm.recv(into, Protocol.SERVER, Communicator.ANY_TAG, status);
            } else {
                await(comm.iRecv(into, Protocol.SERVER, Communicator.ANY_TAG));
            }
        } catch (CommunicationException e) {
            throw lost("cannot be reached: " + e.getMessage(), e);
        }
    }

    private void await(Request request) throws CacheException {
        if (!Protocol.await(request, status, patienceNanos)) {
            throw lost("has not answered for " + TimeUnit.NANOSECONDS.toMillis(patienceNanos) + " ms", null);
        }
    }

    private void requireServer() throws CacheException {
        if (isLost) {
            throw lost("was lost before", null);
        }
    }

    private CacheException lost(String why, CommunicationException cause) {
        isLost = true;
        CacheException all = new CacheException(Reason.LOST, "the server of the cache, rank 0 of the group, " + why);
        if (cause != null) {
            all.initCause(cause);
        }
        return all;
    }

    /**
     * Says goodbye: the server waits for it no more, until it serves again.
     *
     * @throws CacheException if the server is lost
     */
    public void leave() throws CacheException {
        requireServer();
        Protocol.ask(request, Protocol.LEAVE, 0, "");
        try {
            if (patienceNanos == 0) {
                comm.send(request, Protocol.SERVER, Protocol.REQUEST);
            } else {
                await(comm.iSend(request, Protocol.SERVER, Protocol.REQUEST));
            }
        } catch (CommunicationException e) {
            throw lost("cannot be reached: " + e.getMessage(), e);
        }
    }
}
