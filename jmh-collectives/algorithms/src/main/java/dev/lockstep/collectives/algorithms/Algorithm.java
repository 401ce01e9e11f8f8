package dev.lockstep.collectives.algorithms;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One of the algorithms of a collective, which an enum of their own lists. */
public interface Algorithm {

    /** Its name among its enum's constants. */
    String name();

    /**
     * The name as users write it.
     *
     * @return in small letters, with hyphens
     */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Reads what the user wrote.
     *
     * @param <A> the enum
     * @param of the algorithms of one collective
     * @param text a {@link #label()}
     * @return the algorithm
     * @throws IllegalArgumentException if there is none; it lists those that there are
     */
    static <A extends Enum<A> & Algorithm> A parse(Class<A> of, String text) {
        A[] all = of.getEnumConstants();
        return Arrays.stream(all)
                .filter(algorithm -> algorithm.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no algorithm '" + text + "' for "
                        + of.getSimpleName().replace("Algorithm", "").toLowerCase(Locale.ROOT) + ": there are "
                        + Arrays.stream(all).map(Algorithm::label).collect(Collectors.joining(", "))));
    }
}
