package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts plain processes on this host, by the shell alone: one for ranks that are threads, else one for each rank.
 * Several of them are bound to cores by {@code taskset}; a single one is not bound.
 */
public final class ProcessLauncher implements Launcher {
    public static final String NAME = "process";

    /** The variable that its processes, and those of {@link MpjLauncher}, find their number in. */
    static final String RANK = "LOCKSTEP_RANK";

    private static final String ALL_CPUS = "-";

    private final CpuLists cpus;

    /** The constructor for {@link java.util.ServiceLoader}. */
    public ProcessLauncher() {
        this(Cores.cpus(), System.getenv().getOrDefault("PATH", ""));
    }

    ProcessLauncher(List<String> cores, String path) {
        this.cpus = new CpuLists(NAME, cores, path);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "plain processes on this host, or one whose threads are the ranks";
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain("-", "this host");
    }

    @Override
    public String rankVariable() {
        return RANK;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of(RANK, "0");
    }

    @Override
    public boolean spansHosts() {
        return false;
    }

    @Override
    public List<String> command(LaunchRequest request) {
        if (request.processes() == 1) {
            return List.copyOf(request.extra());
        }
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                LaunchScript.resource("processes.sh"),
                "processes",
                String.valueOf(request.processes()),
                cpus.of(request).orElse(ALL_CPUS)));
        words.addAll(request.extra());
        return words;
    }
}
