package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.Staging;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * What a rank has sent: a copy of each message, from when it is sent until it has left, and after that for as long as there
 * is room, the oldest first to go. What there is no room for is sent for all that: it stays in its sender's buffer until there
 * is, or until it is asked for, and its send is not complete before.
 */
final class Log {
    /** The messages that are kept, at most. */
    private static final int MOST = 1 << 12;

    private final long bound;
    private final Staging buffers = new Staging();
    private final ArrayDeque<Entry> late = new ArrayDeque<>();
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
        private SendRequest request;
        private ByteBuffer copy;
        private int length;
        private int tag;
        private int number;
        Entry next;

        /** Where it is: in the copy, if there is one. */
        ByteBuffer message() {
            return copy == null ? request.message() : copy;
        }

        /** The index in {@link #message}. */
        int at() {
            return copy == null ? request.at() : 0;
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

        /** The frame that carries it. */
        Frame answer(long context, int token) {
            if (copy == null) {
                late.remove(this);
            }
            return frame.message(Frame.ANSWER, context, tag, number, token, message(), at(), length);
        }

        private void copy() {
            copy = buffers.take(length);
            copy.clear().put(0, request.message(), request.at(), length);
            bytes += length;
            count++;
            waitingBytes += length;
            waitingCount++;
            if (!request.isSynchronous()) {
                complete();
            }
        }

        private void complete() {
            request.complete();
            request = null;
        }

        @Override
        public void left(Frame of) {
            gone();
        }

        /** Nobody needs it any more. */
        void gone() {
            if (request != null) {
                complete();
            }
            next = null;
            if (copy == null) {
                late.remove(this);
                recycle(this);
                return;
            }
            waitingBytes -= length;
            waitingCount--;
            if (firstGone == null) {
                firstGone = this;
            } else {
                lastGone.next = this;
            }
            lastGone = this;
            while (!late.isEmpty() && hasRoom(late.peek().length)) {
                keep(late.poll());
            }
        }
    }

    /** Whether a message fits besides those that nobody has yet; one does in any case. */
    private boolean hasRoom(int length) {
        return waitingCount == 0 || waitingBytes + length <= bound && waitingCount < MOST;
    }

    /** Copies what is sent, as soon as there is room. */
    Entry add(SendRequest request, int number) {
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
        entry.request = request;
        if (late.isEmpty() && hasRoom(entry.length)) {
            keep(entry);
        } else {
            request.noRoom();
            late.add(entry);
        }
        return entry;
    }

    private void keep(Entry entry) {
        while (firstGone != null && (bytes + entry.length > bound || count >= MOST)) {
            discard();
        }
        entry.copy();
    }

    private void discard() {
        Entry oldest = firstGone;
        firstGone = oldest.next;
        bytes -= oldest.length;
        count--;
        buffers.give(oldest.copy);
        oldest.copy = null;
        recycle(oldest);
    }

    private void recycle(Entry entry) {
        entry.next = free;
        free = entry;
    }
}
