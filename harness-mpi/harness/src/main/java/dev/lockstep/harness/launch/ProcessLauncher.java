package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Availability;
import java.util.List;
import java.util.Map;

/** Starts one plain process on this host: for ranks that are threads. */
public final class ProcessLauncher implements Launcher {
    /** Its name. */
    public static final String NAME = "process";

    private static final String RANK = "LOCKSTEP_RANK";

    /** For the service loader. */
    public ProcessLauncher() {
        // Nothing to look for.
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "one plain process on this host, whose threads are the ranks";
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
        if (request.processes() != 1) {
            throw new IllegalArgumentException(
                    "launcher '" + NAME + "' starts one process, not " + request.processes());
        }
        return List.copyOf(request.extra());
    }
}
