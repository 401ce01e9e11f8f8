package dev.lockstep.pattern.consensus;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which threads send a role's messages and handle those that come. */
enum Threading {
    /** A new thread sends each message, and another handles each that the listener has received, as in the paper. */
    PER_MESSAGE("perMessage"),
    /** A pool of as many as there are processors does both; the listener unmarshals, as in the paper's program. */
    POOL("pool"),
    /** One thread does everything, and no other is there. */
    EVENT_LOOP("eventLoop"),
    /** As {@link #PER_MESSAGE}, with virtual threads. */
    VIRTUAL("virtual");

    private final String text;

    Threading(String text) {
        this.text = text;
    }

    static Threading of(String text) {
        return Stream.of(values())
                .filter(threading -> threading.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("threading must be one of "
                        + Stream.of(values()).map(Threading::toString).collect(Collectors.joining(", ")) + ", not '"
                        + text + "'"));
    }

    @Override
    public String toString() {
        return text;
    }
}
