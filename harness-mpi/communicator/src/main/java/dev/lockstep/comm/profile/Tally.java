package dev.lockstep.comm.profile;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.zip.CRC32;

/** The calls of one thread by one communicator, or share of one. Others may read, and what they read may be a call old. */
final class Tally {
    static final int CALLS = 0;
    static final int NANOS = 1;
    /** Calls with a message, and its bytes. */
    static final int MESSAGES = 2;

    static final int BYTES = 3;
    static final int LEAST = 4;
    static final int MOST = 5;
    static final int WIDTH = 6;

    /** In place of the number of bytes: there is no message. */
    static final int NO_MESSAGE = -1;

    /** In place of a tag: messages of collectives have none. */
    private static final int UNTAGGED = -1;

    private final MpiProfile profile;
    private final boolean checksums;
    private final AtomicLongArray numbers = new AtomicLongArray(MpiFunction.COUNT * WIDTH);
    private final CRC32 crc = new CRC32();
    private final ByteBuffer envelope = ByteBuffer.allocate(5 * Integer.BYTES);

    private volatile long checksum;
    private volatile int period;
    private int sequence;
    private CompletingRequest free;

    Tally(MpiProfile profile, boolean checksums) {
        this.profile = profile;
        this.checksums = checksums;
    }

    /** A call begins that gives no message away. */
    long begin() {
        return System.nanoTime();
    }

    /** A call begins that gives a message to a rank. */
    long begin(MpiFunction function, ByteBuffer message, int to, int tag) {
        // What is missing, the communicator refuses.
        if (checksums && message != null) {
            add(function, next(), to, tag, message, message.position(), message.remaining());
        }
        return System.nanoTime();
    }

    /** A collective begins: what this rank contributes is a message, if it contributes anything. */
    long begin(MpiFunction function, ByteBuffer contribution, ByteBuffer result, int root) {
        if (checksums) {
            ByteBuffer given = contribution == Collectives.IN_PLACE ? result : contribution;
            if (given == null) {
                next();
            } else {
                add(function, next(), root, UNTAGGED, given, given.position(), given.remaining());
            }
        }
        return System.nanoTime();
    }

    /** The bytes of a contribution that has to be there; those of the result in place. */
    static int bytes(ByteBuffer contribution, ByteBuffer result) {
        return contribution == null
                ? 0
                : contribution == Collectives.IN_PLACE ? result.remaining() : contribution.remaining();
    }

    /** A call has ended. */
    void end(MpiFunction function, long start, int bytes) {
        long nanos = System.nanoTime() - start;
        if (period != profile.period()) {
            renew();
        }
        int at = function.ordinal() * WIDTH;
        add(at + CALLS, 1);
        add(at + NANOS, nanos);
        if (bytes != NO_MESSAGE) {
            long before = numbers.getPlain(at + MESSAGES);
            add(at + MESSAGES, 1);
            add(at + BYTES, bytes);
            if (before == 0 || bytes < numbers.getPlain(at + LEAST)) {
                numbers.lazySet(at + LEAST, bytes);
            }
            if (before == 0 || bytes > numbers.getPlain(at + MOST)) {
                numbers.lazySet(at + MOST, bytes);
            }
        }
    }

    private void add(int at, long more) {
        numbers.lazySet(at, numbers.getPlain(at) + more);
    }

    private void renew() {
        for (int i = 0; i < numbers.length(); i++) {
            numbers.lazySet(i, 0);
        }
        checksum = 0;
        sequence = 0;
        period = profile.period();
    }

    /** The number of the next message in the order of calls. */
    int next() {
        if (period != profile.period()) {
            renew();
        }
        return sequence++;
    }

    /** Whether contents are looked at. */
    boolean checksums() {
        return checksums;
    }

    /** A message that was received. Which is complete first, does not matter: its place is that of its call. */
    void received(MpiFunction function, int number, ByteBuffer into, int at, Status status) {
        add(function, number, status.source(), status.tag(), into, at, status.bytes());
    }

    private void add(MpiFunction function, int number, int peer, int tag, ByteBuffer of, int at, int bytes) {
        crc.reset();
        crc.update(envelope.clear()
                .putInt(function.ordinal())
                .putInt(number)
                .putInt(peer)
                .putInt(tag)
                .putInt(bytes)
                .flip());
        crc.update(of.duplicate().limit(at + bytes).position(at));
        checksum = checksum + crc.getValue() & MpiProfile.UNSIGNED;
    }

    /** What was counted in this period, by function; nothing if that was before. */
    long count(MpiFunction function, int what) {
        return period == profile.period() ? numbers.getAcquire(function.ordinal() * WIDTH + what) : 0;
    }

    /** The sum of all messages' CRC-32, modulo 2<sup>32</sup>. */
    long checksum() {
        return period == profile.period() ? checksum : 0;
    }

    /** A request whose completion is counted, from the pool. */
    CompletingRequest request() {
        CompletingRequest request = free == null ? new CompletingRequest(this) : free;
        free = request.next;
        request.next = null;
        return request;
    }

    void recycle(CompletingRequest request) {
        request.next = free;
        free = request;
    }
}
