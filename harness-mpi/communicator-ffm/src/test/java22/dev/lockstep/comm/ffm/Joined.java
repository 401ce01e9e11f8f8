package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.spi.World;
import java.lang.invoke.MethodHandle;

/** Prints which library was joined, with how many ranks, and how long that calls the types. */
final class Joined {
    private Joined() {}

    public static void main(String[] args) throws Throwable {
        try (World world = Mpi.join(1)) {
            tell(world);
        }
    }

    static void tell(World world) throws Throwable {
        System.out.println(world.size() + " ranks, " + world.threadLevel() + ", " + world.library());
        MethodHandle sizeOf = MpiLibrary.function("MPI_Type_size", "JJ");
        Slot slot = new Slot();
        Failures.check((int) sizeOf.invokeExact(Handles.BYTE, slot.flag()), "BYTE");
        System.out.println("BYTE has " + slot.flagValue());
        for (Datatype type : Datatype.values()) {
            Failures.check((int) sizeOf.invokeExact(Handles.of(type), slot.flag()), type.name());
            System.out.println(type + " has " + slot.flagValue());
        }
    }
}
