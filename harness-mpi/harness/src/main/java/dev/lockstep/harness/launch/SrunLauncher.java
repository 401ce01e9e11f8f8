package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.harness.machine.HostName;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Slurm's {@code srun}, within a job or making one. It starts ranks of any MPI, and must be told by which interface
 * they ask it for each other: PMIx for Open MPI, PMI-2 for MPICH and Intel MPI.
 */
public final class SrunLauncher implements Launcher {
    static final String PROGRAM = "srun";

    private final Map<String, String> environment;

    /** The constructor for {@link java.util.ServiceLoader}. */
    public SrunLauncher() {
        this(System.getenv());
    }

    SrunLauncher(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return PROGRAM;
    }

    @Override
    public String description() {
        return "Slurm's srun, for ranks of any MPI (which one: LOCKSTEP_MPI)";
    }

    @Override
    public Availability availability() {
        try {
            // Even for its version it looks for its cluster: that is done once where there is none.
            CommandResult controller = CommandResult.of("scontrol", "ping");
            if (!controller.good() || !controller.text().contains(" UP")) {
                return missing("no controller of Slurm's answers: " + controller.text());
            }
            CommandResult version = CommandResult.of(PROGRAM, "--version");
            return version.good()
                    ? Availability.Available.plain(
                            version.text(), installation().map(i -> "for " + i).orElse("for ranks without MPI"))
                    : missing("srun --version fails: " + version.text());
        } catch (IOException e) {
            return missing("srun or scontrol was not found on the PATH");
        }
    }

    private static Availability missing(String reason) {
        return new Availability.Unavailable(reason, "run it on a cluster's node where sinfo lists the nodes");
    }

    private Optional<MpiInstallation> installation() {
        return MpiInstallation.startedBy(traits(), environment, new ArrayList<>());
    }

    @Override
    public String rankVariable() {
        return traits().rankVariable();
    }

    @Override
    public LauncherTraits traits() {
        return LauncherTraits.SRUN;
    }

    @Override
    public boolean spansHosts() {
        return true;
    }

    /** Passes all of the environment to the ranks in srun's own messages: no value stands on a command line. */
    @Override
    public List<String> command(LaunchRequest request) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", LaunchScript.resource("srun.sh"), PROGRAM, PROGRAM));
        words.add("--ntasks=" + request.processes());
        words.add("--mpi=" + installation().map(SrunLauncher::pmi).orElse("none"));
        words.add("--export=ALL");
        words.add("--kill-on-bad-exit=1");
        List<String> names = request.hosts().namesByRank(request.processes());
        if (!names.isEmpty()) {
            // An arbitrary distribution wants exactly as many names as ranks.
            words.add("--nodes=" + names.stream().distinct().count());
            words.add("--nodelist=" + String.join(",", names));
            words.add("--distribution=arbitrary");
        }
        if (request.oversubscribed()) {
            // Overcommitted tasks get what one of them asks for, all together.
            words.add("--overcommit");
            words.add("--cpus-per-task=" + Math.max(1, Cores.usable()));
        } else {
            words.add("--cpus-per-task=" + request.threadsPerProcess());
        }
        words.add("--cpu-bind=" + (request.binding().equals("core") ? "cores" : request.binding()));
        words.addAll(request.extra());
        return words;
    }

    private static String pmi(MpiInstallation installation) {
        return installation.family() == Family.OPEN_MPI ? "pmix" : "pmi2";
    }

    /**
     * Cancels the job that srun made. Within an allocation it has made none: its step, which has no such name, is left
     * to Slurm.
     */
    @Override
    public void tidyUp(long pid) throws IOException {
        CommandResult.of("scancel", "--quiet", "--name=lockstep-" + HostName.ofThisMachine() + "-" + pid);
    }
}
