package dev.lockstep.codec.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * How much the current thread has allocated.
 *
 * @param bytes since it began
 */
record Allocation(long bytes) {
    /** What a codec may take whatever the input: an exception, a buffer of its own, or code for a class that it meets for the first time. */
    private static final long FREE = 16 << 20;

    /** What an input of the smallest kind may become: an empty object for each byte, and the list that holds them. */
    private static final long PER_BYTE = 200;

    static Allocation now() {
        return new Allocation(((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes());
    }

    long since() {
        return now().bytes - bytes;
    }

    void expectInProportionTo(int input) {
        long since = since();
        Expect.that(
                since <= FREE + PER_BYTE * input, "%s bytes of memory were taken for %s bytes of input", since, input);
    }
}
