package dev.lockstep.spi;

/**
 * A choice that users make by its name, found by {@link java.util.ServiceLoader}.
 *
 * @implSpec Loading and constructing the class must succeed on any machine, also where what it needs is missing; {@link
 *     #availability()} then says so.
 */
public interface Provider {

    /**
     * The word that users write to choose it.
     *
     * @return a short lower-case word, unlike that of any other provider of its kind; hyphens are welcome
     */
    String name();

    /** A one-line description for lists. */
    String description();

    /**
     * Whether it can be used here, found out without starting anything.
     *
     * @return what was found, or why not and what to do
     */
    Availability availability();
}
