package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.support.Scratch;
import java.nio.ByteBuffer;

/** Allreduces between partners at distances that are doubled: so each has combined a run of neighbours, in order. */
final class Doubling {
    private final Messages messages;
    private final Scratch scratch;
    private final PowerOfTwo group;
    /** Where the part began and ended that a rank had before each step. */
    private final int[] begins = new int[Integer.SIZE];

    private final int[] ends = new int[Integer.SIZE];

    Doubling(Messages messages, Scratch scratch) {
        this.messages = messages;
        this.scratch = scratch;
        group = new PowerOfTwo(messages, scratch);
    }

    /** Partners exchange all that they have, and combine it alike. */
    void allReduce(ByteBuffer data, Fold fold) {
        int at = data.position();
        int bytes = data.remaining();
        group.enter(data, fold);
        messages.nextPhase();
        if (group.number >= 0) {
            ByteBuffer other = scratch.of(bytes);
            for (int distance = 1; distance < group.size; distance <<= 1) {
                messages.to(partner(distance), data, at, bytes)
                        .from(partner(distance), other, 0, bytes)
                        .exchange();
                fold.combine(data, at, other, 0, bytes, !isLower(distance));
            }
        }
        messages.nextPhase();
        group.leave(data);
    }

    /** Rabenseifner's: partners combine a half each of what both have, and at the end exchange what they have. */
    void halvingAllReduce(ByteBuffer data, Fold fold) {
        group.enter(data, fold);
        messages.nextPhase();
        if (group.number >= 0) {
            halve(data, fold);
        }
        messages.nextPhase();
        if (group.number >= 0) {
            gather(data);
        }
        messages.nextPhase();
        group.leave(data);
    }

    private void halve(ByteBuffer data, Fold fold) {
        int unit = fold.bytes();
        ByteBuffer other = scratch.of(data.remaining());
        int begin = data.position();
        int end = data.limit();
        int step = 0;
        for (int distance = 1; distance < group.size; distance <<= 1) {
            int middle = begin + (end - begin) / unit / 2 * unit;
            begins[step] = begin;
            ends[step] = end;
            step++;
            boolean lower = isLower(distance);
            int given = lower ? middle : begin;
            int givenBytes = lower ? end - middle : middle - begin;
            begin = lower ? begin : middle;
            end = lower ? middle : end;
            messages.to(partner(distance), data, given, givenBytes)
                    .from(partner(distance), other, 0, end - begin)
                    .exchange();
            fold.combine(data, begin, other, 0, end - begin, !lower);
        }
        begins[step] = begin;
        ends[step] = end;
    }

    private void gather(ByteBuffer data) {
        int step = Integer.numberOfTrailingZeros(group.size);
        for (int distance = group.size >> 1; distance > 0; distance >>= 1) {
            int begin = begins[step];
            int end = ends[step];
            step--;
            int wanted = isLower(distance) ? end : begins[step];
            int wantedEnd = isLower(distance) ? ends[step] : begin;
            messages.to(partner(distance), data, begin, end - begin)
                    .from(partner(distance), data, wanted, wantedEnd - wanted)
                    .exchange();
        }
    }

    private int partner(int distance) {
        return group.rank(group.number ^ distance);
    }

    private boolean isLower(int distance) {
        return (group.number & distance) == 0;
    }
}
