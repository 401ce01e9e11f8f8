package dev.lockstep.harness.run;

import java.util.List;

/**
 * Checks of what a user asks for, the same for the command line and the {@link LockstepOptionsBuilder}: messages name
 * the option as the user wrote it.
 */
public final class Require {
    private Require() {}

    /**
     * Requires a number that is large enough.
     *
     * @param least the smallest that is
     * @param name what the user calls it, for example --forks
     * @throws UsageException if it is too small
     */
    public static long atLeast(long least, String name, long number) {
        if (number < least) {
            throw new UsageException(name + " must be at least " + least + ", not " + number);
        }
        return number;
    }

    /**
     * Requires one or more numbers, each large enough; returns them without duplicates.
     *
     * @param least the smallest that is
     * @param name what the user calls them, for example --ranks
     * @throws UsageException if there are none, or one is too small
     */
    public static List<Integer> eachAtLeast(int least, String name, List<Integer> numbers) {
        some(name, numbers);
        numbers.forEach(n -> atLeast(least, name, n));
        return numbers.stream().distinct().toList();
    }

    /**
     * Requires at least one value.
     *
     * @param name what the user calls it
     * @throws UsageException if there is none
     */
    public static <T> List<T> some(String name, List<T> values) {
        if (values.isEmpty()) {
            throw new UsageException(name + " needs at least one value");
        }
        return values;
    }
}
