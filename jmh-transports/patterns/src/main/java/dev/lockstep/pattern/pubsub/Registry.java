package dev.lockstep.pattern.pubsub;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Who subscribes to what: places by topic. A place is the text by which a publisher finds a subscriber. Threads may
 * share one. What keeps them, and what asks a mediator for them, are both registries.
 */
interface Registry extends Closeable {
    /** The most characters that a place has. */
    int MOST_CHARACTERS = 2000;

    /**
     * Adds a place to a topic, unless it is there.
     *
     * @throws IOException if it is not kept; says why
     */
    void register(String topic, String place) throws IOException;

    /** Removes a place, if it is there. */
    void remove(String topic, String place) throws IOException;

    /**
     * The places of a topic.
     *
     * @return in no particular order; empty if there are none, or no such topic
     */
    List<String> resolve(String topic) throws IOException;

    @Override
    void close() throws IOException;
}
