package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.World;
import java.nio.ByteBuffer;

/** Prints what was joined, what each of several mistakes raises, and that messages go on after them. */
final class Refused {
    private Refused() {}

    public static void main(String[] args) {
        Communicator own;
        Request pending;
        PersistentRequest persistent;
        try (World world = Mpi.join(1)) {
            Joined.tell(world);
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            int peer = comm.size() - 1 - comm.rank();
            ByteBuffer small = ByteBuffer.allocateDirect(8);
            ByteBuffer large = ByteBuffer.allocateDirect(16);
            tell("rank", () -> comm.send(small, comm.size(), 1));
            tell("tag", () -> comm.send(small, peer, Communicator.MAX_TAG + 1));
            Request sending = comm.iSend(large, peer, 1);
            tell("too long", () -> comm.recv(small, peer, 1));
            sending.await();
            Communicator closed = comm.duplicate();
            closed.close();
            tell("closed", closed::barrier);
            comm.sendRecv(small, peer, 1, large, peer, 1, null);
            // What becomes of a null in compiled code is the JVM's SIGSEGV handler's work.
            long caught = 0;
            for (int i = 0; i < 200_000; i++) {
                caught += length(i % 1_000 == 999 ? null : "text");
            }
            System.out.println("null: " + caught);
            System.out.println("goes on");
            own = comm.duplicate();
            persistent = own.sendInit(small, peer, 1);
            pending = own.iRecv(small, peer, 2);
            own.send(large.limit(8), peer, 2);
            own.barrier();
        }
        tell("after the end, send", () -> own.send(ByteBuffer.allocateDirect(8), 0, 1));
        tell("after the end, await", pending::await);
        tell("after the end, close", () -> {
            persistent.close();
            own.close();
        });
    }

    private static int length(String text) {
        try {
            return text.length() - 4;
        } catch (NullPointerException e) {
            return 1;
        }
    }

    private static void tell(String what, Runnable mistake) {
        try {
            mistake.run();
            System.out.println(what + ": nothing");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }
}
