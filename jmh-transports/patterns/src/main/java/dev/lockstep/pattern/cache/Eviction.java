package dev.lockstep.pattern.cache;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which file leaves a tier that has no room for another. */
public enum Eviction {
    /** The one that came first. */
    FIFO,
    /** The one that was asked for least recently. */
    LRU;

    /**
     * One by its name.
     *
     * @throws IllegalArgumentException if there is none; says which there are
     */
    static Eviction of(String name) {
        return Arrays.stream(values())
                .filter(one -> one.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("eviction must be "
                        + Arrays.stream(values()).map(Eviction::toString).collect(Collectors.joining(" or "))
                        + ", not '" + name + "'"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
