package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.spi.Availability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks for mpirun, {@code libmpi_java.so} and {@code mpi.jar}. Whatever a variable of the environment names is
 * believed and nothing else is tried in its place: {@code LOCKSTEP_MPIRUN} (a file), {@code LOCKSTEP_OPENMPI_LIB} (a
 * directory), {@code LOCKSTEP_OPENMPI_JAR} (a file).
 */
final class InstallationSearch {
    private static final String LIBRARY = "libmpi_java.so";
    private static final String JAR = "mpi.jar";
    private static final String REMEDY =
            "run ./lockstep setup, or install Open MPI and set LOCKSTEP_MPIRUN, LOCKSTEP_OPENMPI_LIB (directory of "
                    + LIBRARY + ") and LOCKSTEP_OPENMPI_JAR";

    private final Map<String, String> environment;

    InstallationSearch(Map<String, String> environment) {
        this.environment = environment;
    }

    Availability availability() {
        List<String> tried = new ArrayList<>();
        Optional<MpiInstallation> openMpi = MpiInstallation.find("mpirun", environment, tried);
        if (openMpi.isEmpty()) {
            return missing("Open MPI's mpirun", tried);
        }
        Path cache = MpiInstallation.cache(environment)
                .resolve("openmpi-" + openMpi.get().version());
        Optional<Path> library = first(LIBRARY, libraryPlaces(openMpi.get(), cache), tried);
        if (library.isEmpty()) {
            return missing(LIBRARY, tried);
        }
        Path directory = library.get().getParent();
        Optional<Path> jar = first(JAR, jarPlaces(directory, cache), tried);
        if (jar.isEmpty()) {
            return missing(JAR, tried);
        }
        return new Availability.Available(
                "Open MPI " + openMpi.get().version(),
                openMpi.get().launcher() + ", " + library.get() + ", " + jar.get(),
                List.of(jar.get()),
                Map.of("java.library.path", directory.toString()),
                openMpi.get().environment());
    }

    private List<Path> libraryPlaces(MpiInstallation openMpi, Path cache) {
        String named = environment.get("LOCKSTEP_OPENMPI_LIB");
        if (named != null) {
            return List.of(Path.of(named));
        }
        return Stream.concat(openMpi.libraryFolders().stream(), Stream.of(cache))
                .toList();
    }

    private List<Path> jarPlaces(Path library, Path cache) {
        String named = environment.get("LOCKSTEP_OPENMPI_JAR");
        if (named != null) {
            Path jar = Path.of(named);
            return jar.endsWith(JAR) && jar.getParent() != null ? List.of(jar.getParent()) : List.of(jar);
        }
        return List.of(library, library.resolve("openmpi/lib"), cache);
    }

    private static Optional<Path> first(String file, List<Path> places, List<String> tried) {
        tried.clear();
        for (Path place : places) {
            Path candidate = Files.isRegularFile(place) ? place : place.resolve(file);
            if (Files.isRegularFile(candidate)) {
                return Optional.of(candidate.toAbsolutePath());
            }
            tried.add(candidate.toString());
        }
        return Optional.empty();
    }

    private static Availability missing(String what, List<String> tried) {
        return new Availability.Unavailable(what + " was not found; looked for " + String.join(", ", tried), REMEDY);
    }
}
