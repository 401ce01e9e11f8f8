package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One entry of JMH's JSON.
 *
 * @param key which cell it is; its threads are threads per rank
 * @param params all of them, {@code comm} and {@code ranks} included, as the file has them
 * @param forks launches asked for
 * @param batchSize operations per invocation of a single-shot batch: n
 * @param jvm where it ran: JDK, virtual machine and arguments
 * @param primary the score; the mean over ranks where there are ranks
 * @param secondary the other metrics, among them {@code ranks.min} and {@code ranks.max}
 */
public record JmhResult(
        CellKey key,
        SortedMap<String, String> params,
        int forks,
        int batchSize,
        Jvm jvm,
        Metric primary,
        Map<String, Metric> secondary) {

    /**
     * The Java virtual machine of a result.
     *
     * @param jdk version of the JDK
     * @param name of the virtual machine
     * @param version of the virtual machine
     * @param arguments it was started with
     */
    public record Jvm(String jdk, String name, String version, List<String> arguments) {
        public Jvm {
            arguments = List.copyOf(arguments);
        }
    }

    public JmhResult {
        params = Collections.unmodifiableSortedMap(new TreeMap<>(params));
        secondary = Map.copyOf(secondary);
    }
}
