package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.World;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Random messages between two ranks while garbage is collected: each keeps up to 32 sends and 32 receives under way, on buffers of
 * both kinds that nobody else refers to once they are started, completes them in whatever order they come, and looks at every
 * byte. Sends and receives of a number have the same tag and length on both sides, by the same seed. Arguments: seconds, seed.
 */
final class RandomTraffic {
    private static final int UNDER_WAY = 32;
    private static final int LARGEST = 40_000;
    private static final int COLLECTED_EVERY = 2_000;

    private final Communicator comm;
    private final Random shared;
    private final Random own;
    private final Request[] requests = new Request[2 * UNDER_WAY];
    private final ByteBuffer[] received = new ByteBuffer[UNDER_WAY];
    private final int[] numbers = new int[UNDER_WAY];
    private final Status status = new Status();
    private volatile byte[] garbage;
    private long completed;

    private RandomTraffic(Communicator comm, long seed) {
        this.comm = comm;
        shared = new Random(seed);
        own = new Random(seed + comm.rank() + 1);
    }

    public static void main(String[] args) {
        try (World world = Mpi.join(1)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            RandomTraffic traffic = new RandomTraffic(comm, Long.parseLong(args[1]));
            ByteBuffer more = ByteBuffer.allocateDirect(1);
            int batches = 0;
            long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000L;
            do {
                traffic.batch(batches++);
                // Rank 0's clock decides for both.
                more.put(0, (byte) (System.nanoTime() < end ? 1 : 0));
                comm.bcast(more, 0);
            } while (more.get(0) == 1);
            System.out.println("rank " + comm.rank() + ": " + traffic.completed + " messages, all as sent");
        }
    }

    /** As many messages each way as may be under way. Lengths and tags come from the generator that both share. */
    private void batch(int batch) {
        int[] lengths = new int[UNDER_WAY];
        for (int i = 0; i < UNDER_WAY; i++) {
            lengths[i] = shared.nextInt(4) == 0 ? shared.nextInt(LARGEST) : shared.nextInt(600);
        }
        int peer = comm.size() - 1 - comm.rank();
        for (int i = 0; i < UNDER_WAY; i++) {
            numbers[i] = batch * UNDER_WAY + i;
            received[i] = buffer(lengths[i] + own.nextInt(50));
            requests[i] = comm.iRecv(received[i], peer, i);
            // The message itself is held by its request alone.
            requests[UNDER_WAY + i] = comm.iSend(filled(buffer(lengths[i]), numbers[i], comm.rank()), peer, i);
            litter();
        }
        int found = Requests.waitAny(requests, status);
        while (found != Requests.NONE) {
            if (found < UNDER_WAY) {
                check(found, lengths[found], peer);
            }
            litter();
            found = Requests.waitAny(requests, status);
        }
        completed += UNDER_WAY;
    }

    private ByteBuffer buffer(int bytes) {
        int before = own.nextInt(9);
        ByteBuffer all =
                own.nextBoolean() ? ByteBuffer.allocate(before + bytes) : ByteBuffer.allocateDirect(before + bytes);
        all.position(before);
        return own.nextBoolean() ? all.slice() : all;
    }

    /** Young garbage always, a whole collection now and then. */
    private void litter() {
        garbage = new byte[own.nextInt(5_000)];
        if (own.nextInt(COLLECTED_EVERY) == 0) {
            System.gc();
        }
    }

    private static ByteBuffer filled(ByteBuffer message, int number, int rank) {
        for (int i = message.position(); i < message.limit(); i++) {
            message.put(i, at(number, rank, i - message.position()));
        }
        return message;
    }

    private void check(int place, int length, int peer) {
        ByteBuffer message = received[place];
        received[place] = null;
        if (status.bytes() != length || status.tag() != place || status.source() != peer) {
            throw new AssertionError("message " + numbers[place] + " of " + length + " bytes came as " + status);
        }
        for (int i = 0; i < length; i++) {
            byte is = message.get(message.position() + i);
            if (is != at(numbers[place], peer, i)) {
                throw new AssertionError("byte " + i + " of " + length + " of message " + numbers[place] + " is " + is);
            }
        }
    }

    private static byte at(int number, int rank, int index) {
        return (byte) (number * 31 + rank * 17 + index * 7 + (index >> 8));
    }
}
