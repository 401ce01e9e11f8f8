package dev.lockstep.comm.sockets;

/** Messages of one context between this process and another: those that nobody has asked for, and what was asked for too early. */
final class Dialogue {
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
}
