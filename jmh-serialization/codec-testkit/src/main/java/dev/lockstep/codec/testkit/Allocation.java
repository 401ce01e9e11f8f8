package dev.lockstep.codec.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The memory that the current thread has allocated.
 *
 * @param bytes since it began
 */
record Allocation(long bytes) {
    /**
     * The bytes that a codec may allocate whatever the input: for an exception, a buffer of its own, or code for a
     * class that it meets for the first time.
     */
    private static final long FREE = 16 << 20;

    /** The bytes that one byte of input may become: an empty object, and the entry of the list that holds it. */
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
