package dev.lockstep.comm.sockets;

import java.util.Arrays;
import java.util.stream.Stream;

/** Those of one context with each process. They outlive its communicator until others have asked for all that was sent. */
final class Dialogues {
    private final Dialogue[] all;
    private int waiting;
    private boolean closed;

    Dialogues(int size) {
        all = Stream.generate(Dialogue::new).limit(size).toArray(Dialogue[]::new);
    }

    Dialogue with(int process) {
        return all[process];
    }

    /** Keeps a message that nobody has asked for. */
    void keep(int to, Log.Entry entry) {
        all[to].keep(entry);
        waiting++;
    }

    /** The message that was asked for; null if it was not sent yet. */
    Log.Entry take(int to, int tag, int number) {
        Log.Entry found = all[to].take(tag, number);
        if (found != null) {
            waiting--;
        }
        return found;
    }

    /** The communicator is closed. */
    void close() {
        closed = true;
    }

    boolean isOver() {
        return closed && waiting == 0;
    }

    /** Messages of one context between this process and another: those that nobody has asked for, and what was asked for too early. */
    static final class Dialogue {
        final Numbers sent = new Numbers();
        final Numbers received = new Numbers();
        private Log.Entry first;
        private Log.Entry last;
        private Asked asked;
        private Asked free;

        /** A message that was asked for before it was sent. Reused. */
        static final class Asked {
            private int tag;
            private int number;
            private int token;
            private int room;
            private Asked next;

            int token() {
                return token;
            }

            int room() {
                return room;
            }
        }

        void keep(Log.Entry entry) {
            if (first == null) {
                first = entry;
            } else {
                last.next = entry;
            }
            last = entry;
        }

        /** The message that was asked for; null if it was not sent yet. */
        Log.Entry take(int tag, int number) {
            Log.Entry before = null;
            for (Log.Entry e = first; e != null; e = e.next) {
                if (e.tag() == tag && e.number() == number) {
                    if (before == null) {
                        first = e.next;
                    } else {
                        before.next = e.next;
                    }
                    if (last == e) {
                        last = before;
                    }
                    e.next = null;
                    return e;
                }
                before = e;
            }
            return null;
        }

        void ask(int tag, int number, int token, int room) {
            Asked one = free;
            if (one == null) {
                one = new Asked();
            } else {
                free = one.next;
            }
            one.tag = tag;
            one.number = number;
            one.token = token;
            one.room = room;
            one.next = asked;
            asked = one;
        }

        /** Who has asked for a message, until {@link #answered}; null if nobody has. */
        Asked takeAsked(int tag, int number) {
            Asked before = null;
            for (Asked a = asked; a != null; a = a.next) {
                if (a.tag == tag && a.number == number) {
                    if (before == null) {
                        asked = a.next;
                    } else {
                        before.next = a.next;
                    }
                    return a;
                }
                before = a;
            }
            return null;
        }

        void answered(Asked one) {
            one.next = free;
            free = one;
        }

        /** Counts messages by tag. Both ends count alike. Allocates only for tags that are new. */
        static final class Numbers {
            private static final int FREE = -1;

            private int[] tags = {FREE, FREE, FREE, FREE};
            private int[] counts = new int[4];
            private int used;

            /** The number of the next message of a tag, from 1 on. */
            int next(int tag) {
                int place = place(tag);
                if (tags[place] == FREE) {
                    if (2 * ++used > tags.length) {
                        grow();
                        place = place(tag);
                    }
                    tags[place] = tag;
                }
                return ++counts[place];
            }

            private int place(int tag) {
                int place = tag & tags.length - 1;
                while (tags[place] != FREE && tags[place] != tag) {
                    place = place + 1 & tags.length - 1;
                }
                return place;
            }

            private void grow() {
                int[] oldTags = tags;
                int[] oldCounts = counts;
                tags = new int[2 * oldTags.length];
                Arrays.fill(tags, FREE);
                counts = new int[tags.length];
                for (int i = 0; i < oldTags.length; i++) {
                    if (oldTags[i] != FREE) {
                        int place = place(oldTags[i]);
                        tags[place] = oldTags[i];
                        counts[place] = oldCounts[i];
                    }
                }
            }
        }
    }
}
