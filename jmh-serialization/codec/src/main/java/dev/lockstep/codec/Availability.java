package dev.lockstep.codec;

/** Whether a codec can be used in this JVM. */
public sealed interface Availability {

    /**
     * It can.
     *
     * @param library its name and version, for example {@code Kryo 5.6.2}
     */
    record Available(String library) implements Availability {}

    /**
     * It cannot.
     *
     * @param reason what is missing
     * @param remedy what to do about it
     */
    record Unavailable(String reason, String remedy) implements Availability {}
}
