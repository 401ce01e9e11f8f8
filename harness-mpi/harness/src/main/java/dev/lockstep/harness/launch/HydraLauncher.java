package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hydra, the {@code mpiexec} of MPICH and of Intel MPI, which differ in how they fill hosts and how they bind: MPICH's has
 * options for both, Intel's ignores those, and reads variables for binding (Intel MPI Library Developer Reference, "Process
 * Pinning").
 */
public final class HydraLauncher implements Launcher {
    private static final String PROGRAM = "mpiexec";

    private final Map<String, String> environment;

    /** For the service loader. */
    public HydraLauncher() {
        this(System.getenv());
    }

    HydraLauncher(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return PROGRAM;
    }

    @Override
    public String description() {
        return "mpiexec (hydra) of MPICH and Intel MPI";
    }

    @Override
    public Availability availability() {
        List<String> tried = new ArrayList<>();
        return installation(tried)
                .<Availability>map(found -> Availability.Available.plain(
                        found.family().title() + " " + found.version(),
                        found.launcher().toString()))
                .orElseGet(
                        () -> new Availability.Unavailable(
                                "mpiexec of MPICH or Intel MPI was not found; looked for " + String.join(", ", tried),
                                "./lockstep setup --all, or install one of them and put it on the PATH, or set LOCKSTEP_MPIEXEC"));
    }

    private Optional<MpiInstallation> installation(List<String> tried) {
        return MpiInstallation.find(PROGRAM, environment, tried);
    }

    @Override
    public String rankVariable() {
        return traits().rankVariable();
    }

    @Override
    public LauncherTraits traits() {
        return LauncherTraits.MPIEXEC;
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public boolean spansHosts() {
        return true;
    }

    @Override
    public List<String> command(LaunchRequest request) {
        Optional<MpiInstallation> found = installation(new ArrayList<>());
        List<String> words = new ArrayList<>();
        words.add(found.map(f -> f.launcher().toString()).orElse(PROGRAM));
        words.addAll(List.of("-n", String.valueOf(request.processes())));
        if (found.map(MpiInstallation::family).filter(Family.INTEL_MPI::equals).isPresent()) {
            if (request.hosts().areGiven()) {
                // It counts no slots: with as many names as ranks, each gets one.
                String names = String.join(",", request.hosts().namesByRank(request.processes()));
                words.addAll(List.of("-hosts", names, "-ppn", "1"));
            }
            words.addAll(pinning(request));
        } else {
            if (request.hosts().areGiven()) {
                words.addAll(List.of("-hosts", request.hosts().slotList()));
            }
            words.addAll(binding(request));
        }
        words.addAll(List.of("-genvlist", String.join(",", request.forward())));
        words.addAll(request.extra());
        return words;
    }

    private static List<String> binding(LaunchRequest request) {
        String several = request.threadsPerProcess() > 1 ? ":" + request.threadsPerProcess() : "";
        return List.of("-bind-to", request.binding().equals("core") ? "core" + several : request.binding());
    }

    private static List<String> pinning(LaunchRequest request) {
        return switch (request.binding()) {
            case "none" -> List.of("-genv", "I_MPI_PIN", "0");
            case "core" ->
                request.threadsPerProcess() == 1
                        ? domain("core")
                        // A domain of so many CPUs, of which each core counts as one.
                        : domain(request.threadsPerProcess() + ":compact", "-genv", "I_MPI_PIN_CELL", "core");
            default -> domain(request.binding());
        };
    }

    private static List<String> domain(String which, String... more) {
        List<String> words = new ArrayList<>(List.of("-genv", "I_MPI_PIN", "1", "-genv", "I_MPI_PIN_DOMAIN", which));
        words.addAll(List.of(more));
        return words;
    }
}
