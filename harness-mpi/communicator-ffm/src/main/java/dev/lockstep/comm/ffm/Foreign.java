package dev.lockstep.comm.ffm;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.OptionalInt;

/** The way to the classes that need JDK 22, by their names alone: an older one could not load them, nor compile them. */
final class Foreign {
    private static final String WORLD = "FfmWorld";

    private Foreign() {}

    /** Whether the classes were compiled. */
    static boolean isHere() {
        return Foreign.class.getResource(WORLD + ".class") != null;
    }

    /** Calls {@code FfmWorld.join}. */
    static World join(List<String> libraries, ThreadLevel required, int communicators, OptionalInt ranks) {
        try {
            Method join = Class.forName(Foreign.class.getPackageName() + "." + WORLD)
                    .getDeclaredMethod("join", List.class, ThreadLevel.class, int.class, OptionalInt.class);
            return (World) join.invoke(null, libraries, required, communicators, ranks);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this artifact is not complete", e);
        }
    }
}
