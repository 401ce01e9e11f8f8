package dev.lockstep.harness.reference;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a benchmark is compared with.
 *
 * @param name of a kernel of {@code reference.c}
 * @param unit in which the benchmark reports
 */
public record ReferenceKernel(String name, TimeUnit unit) {
    private static final String DIRECT = "direct";

    /**
     * Why the kernel cannot stand beside a combination of the benchmark's parameters.
     *
     * @param params of the benchmark, by name
     * @param threads per rank
     * @return empty if it can
     */
    public Optional<String> obstacle(Map<String, String> params, int threads) {
        if (threads > 1) {
            return Optional.of("the C reference has one thread per rank");
        }
        if (!params.getOrDefault("buffer", DIRECT).equals(DIRECT)) {
            return Optional.of("C has no heap of a JVM: its buffers are compared with direct ones");
        }
        return Optional.empty();
    }

    /** Whether it adds floats up over all ranks. */
    public boolean isAllReduce() {
        return name.equals("allreduce");
    }

    /**
     * Its size, as the program wants it.
     *
     * @param params of the benchmark, by name
     * @return 0 if the benchmark has none
     */
    public static String bytes(Map<String, String> params) {
        return params.getOrDefault("bytes", "0");
    }
}
