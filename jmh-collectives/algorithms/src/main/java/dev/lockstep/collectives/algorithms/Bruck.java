package dev.lockstep.collectives.algorithms;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.support.Blocks;
import dev.lockstep.comm.support.Movement;
import dev.lockstep.comm.support.Scratch;
import java.nio.ByteBuffer;

/**
 * Bruck's algorithms. A rank turns the blocks so that its own comes first and numbers count distances; then it moves
 * many in each message, at distances that are doubled, and turns them back.
 */
final class Bruck {
    private final Messages messages;
    private final Scratch scratch;
    /** Where each turned block begins, and where the last ends. */
    private final int[] begins;

    private final int[] lengths;

    Bruck(Messages messages, Scratch scratch) {
        this.messages = messages;
        this.scratch = scratch;
        begins = new int[messages.size + 1];
        lengths = new int[messages.size];
    }

    /** Gathers all blocks everywhere; this rank's is in its place. */
    void allGather(Blocks blocks) {
        int size = messages.size;
        for (int i = 0; i < size; i++) {
            begins[i + 1] = begins[i] + blocks.length(messages.peer(i));
        }
        ByteBuffer turned = scratch.of(begins[size]);
        turned.put(0, blocks.buffer(), blocks.at(messages.rank), begins[1]);
        for (int has = 1; has < size; has <<= 1) {
            int gets = Math.min(has, size - has);
            messages.to(messages.peer(-has), turned, 0, begins[gets])
                    .from(messages.peer(has), turned, begins[has], begins[has + gets] - begins[has])
                    .exchange();
        }
        for (int i = 1; i < size; i++) {
            int from = messages.peer(i);
            blocks.buffer().put(blocks.at(from), turned, begins[i], blocks.length(from));
        }
    }

    /**
     * Exchanges blocks. The block for the rank at a distance goes by those powers of two that make the distance up.
     *
     * @param movement of all blocks
     * @param longest the bytes of the longest block of any rank
     * @param told whether lengths go in front of the blocks; otherwise all have that of the longest
     */
    void allToAll(Movement movement, int longest, boolean told) {
        int size = messages.size;
        Blocks out = movement.out;
        Blocks in = movement.in;
        // Behind the blocks comes a message to send, then one to receive, with at most half of them.
        int sent = Math.multiplyExact(size, longest);
        int room = Math.multiplyExact(size / 2, Math.addExact(longest, told ? Integer.BYTES : 0));
        int received = Math.addExact(sent, room);
        ByteBuffer turned = scratch.of(Math.addExact(received, room));
        for (int i = 0; i < size; i++) {
            int to = messages.peer(i);
            lengths[i] = out.length(to);
            turned.put(i * longest, out.buffer(), out.at(to), lengths[i]);
        }
        for (int distance = 1; distance < size; distance <<= 1) {
            int bytes = pack(turned, sent, distance, longest, told);
            int came = messages.to(messages.peer(distance), turned, sent, bytes)
                    .from(messages.peer(-distance), turned, received, room)
                    .exchangeUpTo();
            unpack(turned, received, came, distance, longest, told);
        }
        for (int i = 0; i < size; i++) {
            int from = messages.peer(-i);
            if (lengths[i] != in.length(from)) {
                throw new CommunicationException(Movement.mismatch(from, lengths[i], messages.rank, in.length(from)));
            }
            in.buffer().put(in.at(from), turned, i * longest, lengths[i]);
        }
        movement.clear();
    }

    private int pack(ByteBuffer turned, int into, int distance, int longest, boolean told) {
        int at = into;
        for (int i = distance; i < messages.size; i++) {
            if ((i & distance) != 0) {
                if (told) {
                    turned.putInt(at, lengths[i]);
                    at += Integer.BYTES;
                }
                turned.put(at, turned, i * longest, lengths[i]);
                at += lengths[i];
            }
        }
        return at - into;
    }

    private void unpack(ByteBuffer turned, int from, int came, int distance, int longest, boolean told) {
        int at = from;
        for (int i = distance; i < messages.size; i++) {
            if ((i & distance) != 0) {
                if (told) {
                    lengths[i] = turned.getInt(at);
                    at += Integer.BYTES;
                }
                turned.put(i * longest, turned, at, lengths[i]);
                at += lengths[i];
            }
        }
        if (at - from != came) {
            throw new CommunicationException(
                    Movement.mismatch(messages.peer(-distance), came, messages.rank, at - from));
        }
    }
}
