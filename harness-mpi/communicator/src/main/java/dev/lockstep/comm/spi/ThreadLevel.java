package dev.lockstep.comm.spi;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Which threads of a process may call its library, and when (MPI 4.1, section 11.6); lowest first. */
public enum ThreadLevel {
    /** The thread that has opened the {@link World}; the library may leave out all that protects it from others. */
    SINGLE,
    /** The thread that has opened it. */
    FUNNELED,
    /** Any thread, one at a time. */
    SERIALIZED,
    /** Any thread at any time. */
    MULTIPLE;

    /**
     * Reads what the user wrote.
     *
     * @param text a name, in letters of any case
     * @return the level
     * @throws IllegalArgumentException if it is none
     */
    public static ThreadLevel parse(String text) {
        return Arrays.stream(values())
                .filter(level -> level.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no thread level '" + text + "': it is single, funneled, serialized or multiple"));
    }

    /**
     * As options and parameters of results have it.
     *
     * @return its name in small letters
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The capabilities that communicators of a library lack which grants this level.
     *
     * @param unsupported those that they lack at any level
     * @return a reason for each
     */
    public Map<Capability, String> unsupported(Map<Capability, String> unsupported) {
        if (this == MULTIPLE || unsupported.containsKey(Capability.SHARED_COMMUNICATOR)) {
            return unsupported;
        }
        Map<Capability, String> all = new HashMap<>(unsupported);
        all.put(
                Capability.SHARED_COMMUNICATOR,
                "threads that share a communicator take the thread level MULTIPLE, and the library grants " + this);
        return Map.copyOf(all);
    }

    /**
     * Checks what a library grants against this level, which it was asked for.
     *
     * @param granted by the library
     * @param library its name, for the message
     * @throws CommunicationException if that is less
     */
    public void requireOf(ThreadLevel granted, String library) {
        if (granted.compareTo(this) < 0) {
            throw new CommunicationException(library + " grants the thread level " + granted + ", not " + this);
        }
    }
}
