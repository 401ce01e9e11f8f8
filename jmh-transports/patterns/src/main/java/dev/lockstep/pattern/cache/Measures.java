package dev.lockstep.pattern.cache;

import java.util.List;

/**
 * What all clients have got in an iteration, together.
 *
 * @param bandwidth the sum of what each gets a second while it waits for files, in Mbit/s
 * @param aggregate what all have got over the whole time, sleeps included, in Mbit/s
 * @param load how many of them wait for a file, on average: of one of those who serve
 */
record Measures(double bandwidth, double aggregate, double load) {
    /** Of a byte a nanosecond, in Mbit/s. */
    private static final double MEGABITS = 8e3;

    private static final String SEPARATOR = " ";

    /**
     * One rank's part.
     *
     * @param bytes that it has got
     * @param getting nanoseconds in which it waited for them
     * @param period nanoseconds from before its first sleep to its last file; 0 if it is no client
     */
    record Part(long bytes, long getting, long period) {
        static final Part NONE = new Part(0, 0, 0);

        /** In Mbit/s. */
        double bandwidth() {
            return period == 0 ? 0 : bytes * MEGABITS / getting;
        }

        double load() {
            return period == 0 ? 0 : (double) getting / period;
        }

        /** For the other ranks. */
        String text() {
            return bytes + SEPARATOR + getting + SEPARATOR + period;
        }

        private static Part of(String text) {
            String[] words = text.split(SEPARATOR);
            return new Part(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
    }

    /**
     * Adds up.
     *
     * @param texts of all ranks
     * @param serving how many share the load
     */
    static Measures of(List<String> texts, int serving) {
        List<Part> parts = texts.stream().map(Part::of).toList();
        double bytes = parts.stream().mapToDouble(Part::bytes).sum();
        long longest = parts.stream().mapToLong(Part::period).max().orElseThrow();
        return new Measures(
                parts.stream().mapToDouble(Part::bandwidth).sum(),
                bytes * MEGABITS / longest,
                parts.stream().mapToDouble(Part::load).sum() / serving);
    }
}
