package dev.lockstep.pattern.cache;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.pattern.cache.CacheException.Reason;
import dev.lockstep.transport.support.Deadline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What clients and servers say. A request: what is wanted (1 byte), the size that the client expects (4), the name. An
 * answer about a size: a reason, or {@value #FOUND} (1), the size (4), the most bytes of a part (4), words. A file's
 * bytes come as they are, in parts; in place of any of them an empty message says that the client has to ask for the
 * size again.
 */
final class Protocol {
    /** The rank that serves. */
    static final int SERVER = 0;

    /** Tags. */
    static final int REQUEST = 0;

    static final int ANSWER = 1;
    static final int BYTES = 2;
    static final int AGAIN = 3;

    /** What is wanted. */
    static final byte SIZE = 0;

    static final byte CONTENTS = 1;
    static final byte LEAVE = 2;

    /** In place of a reason. */
    static final byte FOUND = -1;

    private static final int REQUEST_HEADER = 1 + Integer.BYTES;
    private static final int ANSWER_HEADER = 1 + 2 * Integer.BYTES;

    /** The most bytes of words. */
    private static final int MOST_WORDS = 1000;

    private Protocol() {}

    static ByteBuffer request(Communicator comm) {
        return comm.allocate(REQUEST_HEADER + Store.MOST_BYTES).order(ByteOrder.BIG_ENDIAN);
    }

    static ByteBuffer answer(Communicator comm) {
        return comm.allocate(ANSWER_HEADER + MOST_WORDS).order(ByteOrder.BIG_ENDIAN);
    }

    /**
     * Writes a request. Of a name in ASCII nothing is allocated.
     *
     * @throws CacheException if the name is too long
     */
    static void ask(ByteBuffer request, byte wanted, int size, String name) throws CacheException {
        request.clear().put(wanted).putInt(size);
        int length = name.length();
        for (int i = 0; i < length && request.hasRemaining(); i++) {
            char next = name.charAt(i);
            if (next >= 0x80) {
                byte[] all = name.getBytes(StandardCharsets.UTF_8);
                request.position(REQUEST_HEADER);
                if (all.length > request.remaining()) {
                    throw CacheException.length(name);
                }
                request.put(all);
                length = 0;
            } else {
                request.put((byte) next);
            }
        }
        if (request.flip().limit() < REQUEST_HEADER + length) {
            throw CacheException.length(name);
        }
    }

    /** The name's bytes of a request that has come: the request itself, between them. */
    static ByteBuffer name(ByteBuffer request) {
        return request.position(REQUEST_HEADER);
    }

    /** What is wanted; below 0 if what has come is no request. */
    static byte wanted(ByteBuffer request) {
        return request.limit() < REQUEST_HEADER ? -1 : request.get(0);
    }

    static int expected(ByteBuffer request) {
        return request.getInt(1);
    }

    static void found(ByteBuffer answer, int size, int part) {
        answer.clear().put(FOUND).putInt(size).putInt(part).flip();
    }

    static void refuse(ByteBuffer answer, CacheException why) {
        byte[] words = why.getMessage().getBytes(StandardCharsets.UTF_8);
        answer.clear().put((byte) why.reason().ordinal()).putInt(0).putInt(0);
        answer.put(words, 0, Math.min(words.length, MOST_WORDS)).flip();
    }

    /**
     * Reads an answer about a size.
     *
     * @param answer position 0 to the end of what has come
     * @return the size
     * @throws CacheException what it says instead
     */
    static int size(ByteBuffer answer) throws CacheException {
        byte said = answer.get(0);
        if (said != FOUND) {
            String words = StandardCharsets.UTF_8
                    .decode(answer.position(ANSWER_HEADER))
                    .toString();
            throw new CacheException(Reason.values()[said], words);
        }
        return answer.getInt(1);
    }

    static int part(ByteBuffer answer) {
        return answer.getInt(1 + Integer.BYTES);
    }

    /**
     * Waits for a message.
     *
     * @param nanos at most; 0: for as long as it takes
     * @return whether it is complete; if not, its buffer is the library's for ever
     */
    static boolean await(Request request, Status status, long nanos) {
        long end = Deadline.of(nanos);
        while (!request.test(status)) {
            if (Deadline.left(end) < 0) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }
}
