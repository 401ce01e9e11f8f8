package dev.lockstep.harness.run;

import java.util.List;

/** Checks of what a user asks for, the same for the command line and the {@link LockstepOptionsBuilder}: each says what it is called there. */
public final class Require {
    private Require() {}

    /**
     * A number that is large enough.
     *
     * @param least the smallest that is
     * @param name what the user calls it, for example --forks
     * @param number what the user asked for
     * @return the number
     * @throws UsageException if it is too small
     */
    public static long atLeast(long least, String name, long number) {
        if (number < least) {
            throw new UsageException(name + " must be at least " + least + ", not " + number);
        }
        return number;
    }

    /**
     * Numbers that are large enough: one or more, and each of them.
     *
     * @param least the smallest that is
     * @param name what the user calls them, for example --ranks
     * @param numbers what the user asked for
     * @return the numbers, without those said twice
     * @throws UsageException if there are none, or one is too small
     */
    public static List<Integer> eachAtLeast(int least, String name, List<Integer> numbers) {
        some(name, numbers);
        numbers.forEach(n -> atLeast(least, name, n));
        return numbers.stream().distinct().toList();
    }

    /**
     * At least one value.
     *
     * @param name what the user calls it
     * @param values what the user asked for
     * @param <T> their type
     * @return the values
     * @throws UsageException if there is none
     */
    public static <T> List<T> some(String name, List<T> values) {
        if (values.isEmpty()) {
            throw new UsageException(name + " needs at least one value");
        }
        return values;
    }
}
