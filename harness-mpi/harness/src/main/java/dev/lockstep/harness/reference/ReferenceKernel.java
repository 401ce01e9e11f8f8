package dev.lockstep.harness.reference;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What a benchmark is compared with.
 *
 * @param name of a kernel of {@code reference.c}
 * @param unit in which the benchmark reports
 */
public record ReferenceKernel(String name, TimeUnit unit) {
    private static final String DIRECT = "direct";
    private static final String LIBRARY = "library";
    private static final List<String> KNOWN =
            List.of("bytes", "root", "type", "op", "inPlace", "reuse", "blocks", "sync", "late");

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
        if (!params.getOrDefault("algorithm", LIBRARY).equals(LIBRARY)) {
            return Optional.of("C has its library's collectives alone");
        }
        return Optional.empty();
    }

    /**
     * What it is to do, as the program wants it.
     *
     * @param params of the benchmark, by name
     * @return those that it knows, {@code bytes=64,root=0}; {@code -} if the benchmark has none
     */
    public static String arguments(Map<String, String> params) {
        String known = params.entrySet().stream()
                .filter(param -> KNOWN.contains(param.getKey()))
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining(","));
        return known.isEmpty() ? "-" : known;
    }
}
