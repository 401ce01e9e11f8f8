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
    /** The messages that are kept, at most: none counts as less than such a part of the bound. */
    private static final int MOST = 1 << 12;

    private final long bound;
    private final Staging buffers = new Staging();
    private final ArrayDeque<Entry> late = new ArrayDeque<>();
    private final ArrayDeque<Entry> gone = new ArrayDeque<>();
    private final ArrayDeque<Entry> free = new ArrayDeque<>();

    /** What all copies count, and those that nobody has yet. */
    private long copied;

    private long waiting;

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

        /** In bytes. */
        private long counts() {
            return Math.max(length, Math.max(1, bound / MOST));
        }

        int tag() {
            return tag;
        }

        int number() {
            return number;
        }

        /** The frame that carries it. */
        Frame answer(long context, int token) {
            withdraw();
            return frame.message(Frame.ANSWER, context, tag, number, token, message(), at(), length);
        }

        @Override
        public void left(Frame of) {
            end();
        }

        /** Nobody needs it any more, and no frame carries it. */
        void gone() {
            withdraw();
            end();
        }

        /** It waits for room no more. */
        private void withdraw() {
            if (copy == null) {
                late.remove(this);
            }
        }

        private void copy() {
            copy = buffers.take(length);
            copy.clear().put(0, request.message(), request.at(), length);
            copied += counts();
            waiting += counts();
            if (!request.isSynchronous()) {
                complete();
            }
        }

        private void complete() {
            request.complete();
            request = null;
        }

        private void end() {
            if (request != null) {
                complete();
            }
            if (copy == null) {
                free.push(this);
                return;
            }
            waiting -= counts();
            gone.add(this);
            while (!late.isEmpty() && hasRoom(late.peek())) {
                keep(late.poll());
            }
        }

        private void discard() {
            copied -= counts();
            buffers.give(copy);
            copy = null;
            free.push(this);
        }
    }

    /** Whether a message fits besides those that nobody has yet; one does in any case. */
    private boolean hasRoom(Entry entry) {
        return waiting == 0 || waiting + entry.counts() <= bound;
    }

    /** Copies what is sent, as soon as there is room. */
    Entry add(SendRequest request, int number) {
        Entry entry = free.isEmpty() ? new Entry() : free.pop();
        entry.length = request.length();
        entry.tag = request.tag();
        entry.number = number;
        entry.request = request;
        if (late.isEmpty() && hasRoom(entry)) {
            keep(entry);
        } else {
            request.noRoom();
            late.add(entry);
        }
        return entry;
    }

    private void keep(Entry entry) {
        while (!gone.isEmpty() && copied + entry.counts() > bound) {
            gone.poll().discard();
        }
        entry.copy();
    }
}
