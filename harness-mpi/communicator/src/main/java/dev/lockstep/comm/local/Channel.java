package dev.lockstep.comm.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The messages from one rank to another: a ring of variable-length records with one producer and one consumer.
 *
 * <p>A record is a header (length, kind, tag) and, if eager, the bytes. The consumer polls the next record's header
 * itself, so that a small message costs one cache line; for that, the producer zeroes the header behind a record before
 * it publishes the record. Records start on cache lines and never wrap: a skip record fills the end of the ring.
 */
final class Channel {
    static final int EAGER_LIMIT = 8192;

    private static final int CAPACITY = 1 << 17;
    private static final int MASK = CAPACITY - 1;
    private static final int LINE = 64;
    private static final int HEADER = Long.BYTES;
    private static final int EAGER = 1;
    private static final int RENDEZVOUS = 2;
    private static final int SKIP = 3;

    private static final VarHandle HEADERS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle COUNTERS = MethodHandles.arrayElementVarHandle(long[].class);
    // Places in the array of counters: the producer's and the consumer's are two cache lines apart.
    private static final int TAIL = 16;
    private static final int HEAD_SEEN = 17;
    private static final int HEAD = 32;

    private final ByteBuffer ring =
            ByteBuffer.allocateDirect(CAPACITY + LINE).alignedSlice(LINE).order(ByteOrder.nativeOrder());
    private final SendRequest[] large = new SendRequest[CAPACITY / LINE];
    private final long[] counters = new long[48];

    /** Producer: copies a message in; false if there is no room. */
    boolean offerEager(ByteBuffer message, int position, int length, int tag) {
        int record = lines(HEADER + length);
        if (!makeRoom(record)) {
            return false;
        }
        ring.put(at(TAIL) + HEADER, message, position, length);
        publish(record, header(length, EAGER, tag));
        return true;
    }

    /** Producer: passes a reference to a large message; false if there is no room. */
    boolean offerRendezvous(SendRequest request) {
        if (!makeRoom(LINE)) {
            return false;
        }
        large[at(TAIL) / LINE] = request;
        publish(LINE, header(request.length(), RENDEZVOUS, request.tag()));
        return true;
    }

    /** Consumer: the header of the next message, or 0 if there is none. */
    long peek() {
        long header = (long) HEADERS.getAcquire(ring, at(HEAD));
        if (kind(header) == SKIP) {
            advance(CAPACITY - at(HEAD));
            header = (long) HEADERS.getAcquire(ring, at(HEAD));
        }
        return header;
    }

    /** Consumer: takes the message of this header, an eager one, into {@code target} if that is not null. */
    void takeEager(long header, ByteBuffer target, int position) {
        int length = length(header);
        if (target != null) {
            target.put(position, ring, at(HEAD) + HEADER, length);
        }
        advance(lines(HEADER + length));
    }

    /** Consumer: takes the request of a large message, to copy from and then to release. */
    SendRequest takeRendezvous() {
        int line = at(HEAD) / LINE;
        SendRequest request = large[line];
        large[line] = null;
        advance(LINE);
        return request;
    }

    static int length(long header) {
        return (int) (header >>> 32);
    }

    static int tag(long header) {
        return (int) header & 0xFFFF;
    }

    static boolean isEager(long header) {
        return kind(header) == EAGER;
    }

    private static int kind(long header) {
        return (int) header >>> 16;
    }

    private static long header(int length, int kind, int tag) {
        return (long) length << 32 | (long) kind << 16 | tag;
    }

    private static int lines(int bytes) {
        return (bytes + LINE - 1) & -LINE;
    }

    private int at(int counter) {
        return (int) counters[counter] & MASK;
    }

    /** Makes sure that a record and the header behind it fit, and moves to the ring's start if it would wrap. */
    private boolean makeRoom(int record) {
        int toEnd = CAPACITY - at(TAIL);
        int skipped = toEnd < record ? toEnd : 0;
        long end = counters[TAIL] + skipped + record + LINE;
        if (end - counters[HEAD_SEEN] > CAPACITY) {
            counters[HEAD_SEEN] = (long) COUNTERS.getAcquire(counters, HEAD);
            if (end - counters[HEAD_SEEN] > CAPACITY) {
                return false;
            }
        }
        if (skipped > 0) {
            publish(skipped, header(0, SKIP, 0));
        }
        return true;
    }

    private void publish(int record, long header) {
        int at = at(TAIL);
        ring.putLong((at + record) & MASK, 0);
        counters[TAIL] += record;
        HEADERS.setRelease(ring, at, header);
    }

    private void advance(int record) {
        COUNTERS.setRelease(counters, HEAD, counters[HEAD] + record);
    }
}
