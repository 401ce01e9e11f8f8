package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.Staging;
import java.nio.ByteBuffer;

/**
 * What a rank has sent: a copy of each message, from when it is sent until it has left, and after that for as long as there
 * is room, the oldest first to go.
 */
final class Log {
    /** The messages that are kept, at most. */
    private static final int MOST = 1 << 12;

    private final long bound;
    private final Staging buffers = new Staging();
    private Entry firstGone;
    private Entry lastGone;
    private Entry free;

    /** Bytes and messages in all, and those that nobody has yet. */
    private long bytes;

    private int count;
    private long waitingBytes;
    private int waitingCount;

    Log(long bound) {
        this.bound = bound;
    }

    /** A message that was sent. */
    final class Entry implements Frame.Owner {
        private final Frame frame = new Frame(this);
        private ByteBuffer copy;
        private int length;
        private int tag;
        private int number;
        private SendRequest waiting;
        Entry next;

        ByteBuffer copy() {
            return copy;
        }

        int length() {
            return length;
        }

        int tag() {
            return tag;
        }

        int number() {
            return number;
        }

        /** The send that waits for somebody to ask for it; null if none does. */
        SendRequest waiting() {
            return waiting;
        }

        /** The frame that carries it. */
        Frame answer(long context, int token) {
            return frame.message(Frame.ANSWER, context, tag, number, token, copy, 0, length);
        }

        @Override
        public void left(Frame of) {
            gone();
        }

        /** Nobody needs it any more. */
        void gone() {
            waiting = null;
            next = null;
            waitingBytes -= length;
            waitingCount--;
            if (firstGone == null) {
                firstGone = this;
            } else {
                lastGone.next = this;
            }
            lastGone = this;
        }
    }

    /** Whether a message fits besides those that nobody has yet; one does in any case. */
    boolean hasRoom(int length) {
        return waitingCount == 0 || waitingBytes + length <= bound && waitingCount < MOST;
    }

    /** Copies what is sent. */
    Entry add(SendRequest request, int number) {
        while (firstGone != null && (bytes + request.length() > bound || count >= MOST)) {
            discard();
        }
        Entry entry = free;
        if (entry == null) {
            entry = new Entry();
        } else {
            free = entry.next;
        }
        entry.next = null;
        entry.length = request.length();
        entry.tag = request.tag();
        entry.number = number;
        entry.waiting = request.isSynchronous() ? request : null;
        entry.copy = buffers.take(entry.length);
        entry.copy.clear().put(0, request.message(), request.at(), entry.length);
        bytes += entry.length;
        count++;
        waitingBytes += entry.length;
        waitingCount++;
        return entry;
    }

    private void discard() {
        Entry oldest = firstGone;
        firstGone = oldest.next;
        bytes -= oldest.length;
        count--;
        buffers.give(oldest.copy);
        oldest.copy = null;
        oldest.next = free;
        free = oldest;
    }
}
