package dev.lockstep.comm.ffm;

import dev.lockstep.comm.spi.World;

/** Prints which library was joined, with how many ranks. */
final class Joined {
    private Joined() {}

    public static void main(String[] args) {
        try (World world = Mpi.join(1)) {
            tell(world);
        }
    }

    static void tell(World world) {
        System.out.println(world.size() + " ranks, " + world.threadLevel() + ", " + world.library());
    }
}
