package dev.lockstep.harness.run;

import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.Arrival;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.run.CellKey;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One row of the results: a benchmark with its parameters, on one communicator, with so many ranks and threads.
 *
 * @param benchmark which
 * @param params values of its own parameters
 * @param layout of ranks and processes
 */
public record Cell(Benchmark benchmark, Map<String, String> params, RankLayout layout) {
    public Cell {
        params = java.util.Collections.unmodifiableMap(new TreeMap<>(params));
    }

    /** The parameters as JMH sees them, with comm and ranks if it has ranks. */
    public Map<String, String> jmhParams() {
        Map<String, String> all = new TreeMap<>(params);
        if (benchmark.ranked()) {
            all.put(CellKey.COMM, layout.comm());
            all.put(CellKey.RANKS, String.valueOf(layout.ranks()));
        }
        return all;
    }

    /** The identity in JMH's results. */
    public CellKey key() {
        return CellKey.of(benchmark.name(), benchmark.modeLabel(), jmhParams(), layout.threadsPerRank());
    }

    /** The name in the journal: benchmark, parameters and threads, in one line. */
    public String id() {
        return key().id();
    }

    /** The way in which its ranks keep together, in a few words for the record. */
    public String synchronisation() {
        String sync = params.getOrDefault(Arrival.SYNC, "");
        if (benchmark.synchronised() && sync.equals("none")) {
            return "none";
        }
        if (benchmark.synchronised() && sync.equals("barrier")) {
            return "barrier of the library before each operation";
        }
        return benchmark.synchronisation(Communicators.discover().find(layout.comm()))
                + (benchmark.synchronised() && sync.equals(Arrival.WINDOW)
                        ? "; in distributions a window for each"
                        : "");
    }

    /** What a person must know of its number, behind it: {@code (oversubscribed)}, {@code (spinning)}; mostly empty. */
    public String marks() {
        return (layout.oversubscribed() ? " (oversubscribed)" : "")
                + (benchmark.emulated(jmhParams()).isPresent() ? " (emulated)" : "")
                + benchmark.how(jmhParams()).map(how -> " (" + how + ")").orElse("");
    }

    /** The name for people: short name, parameters that are no usual ones, communicator and ranks. */
    public String label() {
        String values = key().row().told().entrySet().stream()
                .map(e -> " " + e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining());
        String where = layout.comm().equals(RankEnvironment.NO_COMM) ? "" : " " + layout.comm() + " x" + layout.ranks();
        String threads = layout.threadsPerRank() > 1 ? " x" + layout.threadsPerRank() + " threads" : "";
        return benchmark.shortName() + values + where + threads;
    }
}
