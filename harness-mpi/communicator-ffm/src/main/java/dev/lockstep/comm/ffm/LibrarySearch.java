package dev.lockstep.comm.ffm;

import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.spi.Availability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for the library: the file that {@code LOCKSTEP_LIBMPI} names, which is believed, and nothing else is tried in
 * its place; else the one of the launcher; else, in a rank whose launcher is not known, the one that the system's
 * loader finds.
 */
final class LibrarySearch {
    /** The system property that tells a rank which library to load. */
    static final String PROPERTY = "lockstep.ffm.library";

    static final String VARIABLE = "LOCKSTEP_LIBMPI";

    private static final List<String> STANDARD = List.of("libmpi_abi.so.1", "libmpi_abi.so.0", "libmpi_abi.so");
    /** The library of Open MPI 4 and 5; from 6 on it has the standard one. */
    private static final String OPEN_MPI = "libmpi.so.40";

    private static final String REMEDY =
            "run ./lockstep setup --all, or install MPICH 5, Intel MPI 2021.18 or Open MPI 4 or newer, or name the library"
                    + " by " + VARIABLE + " (a file)";

    private final Map<String, String> environment;

    LibrarySearch(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Whether there is a library for ranks of a launcher. */
    Availability availability(LauncherTraits launcher) {
        List<String> tried = new ArrayList<>();
        Optional<MpiInstallation> installation = MpiInstallation.startedBy(launcher, environment, tried);
        String named = environment.get(VARIABLE);
        if (named != null) {
            return Files.isRegularFile(Path.of(named))
                    ? available(
                            installation
                                    .map(i -> i.family().title() + " " + i.version() + " or as " + VARIABLE + " says")
                                    .orElse("as " + VARIABLE + " says"),
                            Path.of(named).toAbsolutePath(),
                            installation)
                    : new Availability.Unavailable(VARIABLE + " names " + named + ", which is no file", REMEDY);
        }
        if (installation.isEmpty()) {
            return new Availability.Unavailable(
                    "no MPI with the launcher " + launcher.name() + " was found; looked for "
                            + String.join(", ", tried),
                    REMEDY);
        }
        MpiInstallation mpi = installation.get();
        tried.clear();
        Optional<Path> library = library(mpi, tried);
        return library.isPresent()
                ? available(mpi.family().title() + " " + mpi.version(), library.get(), installation)
                : new Availability.Unavailable(
                        mpi + " has no library of the MPI 5.0 ABI or of Open MPI 4 and 5; looked for "
                                + String.join(", ", tried),
                        REMEDY);
    }

    /** The libraries that a rank tries to load: a file, or the name that the system's loader found first. */
    List<String> inRank() {
        String told = System.getProperty(PROPERTY, environment.get(VARIABLE));
        if (told != null) {
            return List.of(told);
        }
        List<String> tried = new ArrayList<>();
        Optional<Path> besideLauncher = LaunchedBy.of(environment)
                .flatMap(by -> MpiInstallation.startedBy(by.launcher(), environment, tried))
                .flatMap(mpi -> library(mpi, tried));
        if (besideLauncher.isPresent()) {
            return List.of(besideLauncher.get().toString());
        }
        List<String> names = new ArrayList<>(STANDARD);
        names.add(OPEN_MPI);
        return names;
    }

    private static Optional<Path> library(MpiInstallation mpi, List<String> tried) {
        List<String> names = new ArrayList<>(STANDARD);
        if (mpi.family() == MpiInstallation.Family.OPEN_MPI) {
            names.add(0, OPEN_MPI);
        }
        for (Path folder : mpi.libraryFolders()) {
            for (String name : names) {
                Path file = folder.resolve(name);
                if (Files.isRegularFile(file)) {
                    return Optional.of(file);
                }
                tried.add(file.toString());
            }
        }
        return Optional.empty();
    }

    private static Availability available(String version, Path library, Optional<MpiInstallation> installation) {
        Map<String, String> ranks = new LinkedHashMap<>();
        // The JVM needs SIGSEGV for itself, whoever's library it is.
        ranks.put("UCX_ERROR_SIGNALS", "");
        ranks.put("HFI_NO_BACKTRACE", "1");
        installation.ifPresent(mpi -> ranks.putAll(mpi.environment()));
        return new Availability.Available(
                version,
                library.toString(),
                List.of(),
                Map.of(PROPERTY, library.toString()),
                ranks,
                List.of("--enable-native-access=ALL-UNNAMED"));
    }
}
