package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.World;
import java.nio.ByteBuffer;

/** The last rank ends the job while the others wait for a message that never comes. */
final class Aborted {
    private Aborted() {}

    public static void main(String[] args) {
        try (World world = Mpi.join(1)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            comm.barrier();
            System.out.println("rank " + comm.rank() + " has joined");
            System.out.flush();
            comm.barrier();
            if (comm.rank() == comm.size() - 1) {
                world.abort("a test");
            }
            comm.recv(ByteBuffer.allocateDirect(1), Communicator.ANY_SOURCE, 1);
            System.out.println("rank " + comm.rank() + " goes on");
        }
    }
}
