package dev.lockstep.transport.testkit;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Locale;

/** The messages that have arrived of some senders: which are lost, doubled, out of order or torn. */
final class Tally {
    private final BitSet[] arrived;
    private final int[] next;
    private int whole;
    private int doubled;
    private int reordered;
    private int torn;

    /** Of that many senders, which are numbered from 0. */
    Tally(int senders) {
        arrived = new BitSet[senders];
        next = new int[senders];
        for (int i = 0; i < senders; i++) {
            arrived[i] = new BitSet();
        }
    }

    /** Takes a message, position to limit. */
    synchronized void take(ByteBuffer message) {
        if (!Stamp.isWhole(message) || Stamp.sender(message) < 0 || Stamp.sender(message) >= next.length) {
            torn++;
            return;
        }
        int sender = Stamp.sender(message);
        int sequence = Stamp.sequence(message);
        if (arrived[sender].get(sequence)) {
            doubled++;
            return;
        }
        arrived[sender].set(sequence);
        whole++;
        if (sequence < next[sender]) {
            reordered++;
        }
        next[sender] = Math.max(next[sender], sequence + 1);
    }

    /** How many messages there were, in whatever state. */
    synchronized int taken() {
        return whole + doubled + torn;
    }

    /** Requires that each sender's messages are all there, once, whole and in order. */
    void require(int each) {
        requireWhole(each);
        Expect.that(reordered == 0, "%s", this);
    }

    /** Requires that each sender's messages are all there, once and whole. */
    void requireWhole(int each) {
        int lost = 0;
        for (BitSet one : arrived) {
            lost += each - one.cardinality();
        }
        Expect.that(lost == 0 && doubled == 0 && torn == 0, "lost %s, %s", lost, this);
    }

    /** How many of so many have come, and which was to come next. */
    synchronized String of(int count) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%,d of %,d have come", whole, count));
        for (int sender = 0; sender < arrived.length; sender++) {
            int missing = arrived[sender].nextClearBit(0);
            if (missing < count / arrived.length) {
                text.append(String.format(Locale.ROOT, "; the first missing is %,d", missing));
                text.append(arrived.length == 1 ? "" : " of sender " + sender);
                break;
            }
        }
        return text.append("; ").append(this).toString();
    }

    @Override
    public String toString() {
        return "doubled " + doubled + ", out of order " + reordered + ", torn " + torn + ", whole " + whole;
    }
}
