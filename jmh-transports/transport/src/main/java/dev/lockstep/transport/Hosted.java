package dev.lockstep.transport;

import java.io.IOException;

/**
 * What all peers of a job or a host share while they are there.
 *
 * @param text what peers must know of it, for example its address; any characters
 * @param resource ends it
 */
public record Hosted(String text, Resource resource) implements AutoCloseable {

    /** Nothing, which most transports share. */
    public static final Hosted NOTHING = text("");

    /** What it is started for. */
    public enum Per {
        /** There is nothing to share. */
        NOBODY,
        /** One serves all peers, on all hosts. */
        JOB,
        /** Each host has its own. */
        HOST
    }

    /** What is to be ended. */
    @FunctionalInterface
    public interface Resource {
        /**
         * Ends it; ending it again does nothing.
         *
         * @throws IOException if it could not be ended
         */
        void close() throws IOException;
    }

    /** Text alone, such as a key, with nothing to be ended. */
    public static Hosted text(String text) {
        return new Hosted(text, () -> {});
    }

    @Override
    public void close() throws IOException {
        resource.close();
    }
}
