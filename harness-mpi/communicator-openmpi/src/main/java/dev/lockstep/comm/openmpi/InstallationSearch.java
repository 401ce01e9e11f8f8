package dev.lockstep.comm.openmpi;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.Mpirun;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for mpirun, {@code libmpi_java.so} and {@code mpi.jar}. Whatever a variable of the environment names is believed and
 * nothing else is tried in its place: {@code LOCKSTEP_MPIRUN} (a file), {@code LOCKSTEP_OPENMPI_LIB} (a directory),
 * {@code LOCKSTEP_OPENMPI_JAR} (a file).
 */
final class InstallationSearch {
    private static final String LIBRARY = "libmpi_java.so";
    private static final String JAR = "mpi.jar";
    private static final String REMEDY =
            "run ./lockstep setup, or install Open MPI and set LOCKSTEP_MPIRUN, LOCKSTEP_OPENMPI_LIB (directory of "
                    + LIBRARY + ") and LOCKSTEP_OPENMPI_JAR";
    /** Where distributions put libraries, when mpirun's own place does not tell. */
    private static final List<String> USUAL =
            List.of("/usr/lib64/openmpi/lib", "/usr/lib/openmpi/lib", "/usr/lib64", "/usr/lib", "/usr/local/lib");

    private final Map<String, String> environment;

    InstallationSearch(Map<String, String> environment) {
        this.environment = environment;
    }

    Availability availability() {
        List<String> tried = new ArrayList<>();
        Optional<Mpirun> mpirun = Mpirun.find(environment, tried);
        if (mpirun.isEmpty()) {
            return missing("Open MPI's mpirun", tried);
        }
        Path home = mpirun.get().realPath();
        Path cache = cache(mpirun.get().version());
        Optional<Path> library = first(LIBRARY, libraryPlaces(home, cache), tried);
        if (library.isEmpty()) {
            return missing(LIBRARY, tried);
        }
        Path directory = library.get().getParent();
        Optional<Path> jar = first(JAR, jarPlaces(directory, cache), tried);
        if (jar.isEmpty()) {
            return missing(JAR, tried);
        }
        return new Availability.Available(
                "Open MPI " + mpirun.get().version(),
                mpirun.get().path() + ", " + library.get() + ", " + jar.get(),
                List.of(jar.get()),
                Map.of("java.library.path", directory.toString()),
                // The JVM needs SIGSEGV for itself: UCX and PSM2 must not take it.
                Map.of("UCX_ERROR_SIGNALS", "", "HFI_NO_BACKTRACE", "1"));
    }

    private List<Path> libraryPlaces(Path mpirun, Path cache) {
        String named = environment.get("LOCKSTEP_OPENMPI_LIB");
        if (named != null) {
            return List.of(Path.of(named));
        }
        List<Path> places = new ArrayList<>();
        Path bin = mpirun.getParent();
        Path prefix = bin == null ? null : bin.getParent();
        if (prefix != null) {
            places.add(prefix.resolve("lib"));
            places.add(prefix.resolve("lib64"));
            for (Path multiarch : multiarch(prefix.resolve("lib"))) {
                places.add(multiarch);
                places.add(multiarch.resolve("openmpi/lib"));
            }
        }
        USUAL.forEach(place -> places.add(Path.of(place)));
        places.add(cache);
        return places;
    }

    private List<Path> jarPlaces(Path library, Path cache) {
        String named = environment.get("LOCKSTEP_OPENMPI_JAR");
        if (named != null) {
            Path jar = Path.of(named);
            return jar.endsWith(JAR) && jar.getParent() != null ? List.of(jar.getParent()) : List.of(jar);
        }
        return List.of(library, library.resolve("openmpi/lib"), cache);
    }

    private static List<Path> multiarch(Path lib) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(lib)) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(lib, "*-linux-gnu*")) {
                children.forEach(found::add);
            } catch (IOException e) {
                // It stands in the list of places that were tried, with the reason.
                found.add(lib.resolve("(unreadable: " + e + ")"));
            }
        }
        return found;
    }

    /** Where the set-up leaves what distributions do not ship. */
    private Path cache(String version) {
        String own = environment.get("LOCKSTEP_CACHE");
        String shared = environment.get("XDG_CACHE_HOME");
        Path root;
        if (own != null) {
            root = Path.of(own);
        } else if (shared != null) {
            root = Path.of(shared, "lockstep");
        } else {
            root = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache", "lockstep");
        }
        return root.resolve("openmpi-" + version);
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
