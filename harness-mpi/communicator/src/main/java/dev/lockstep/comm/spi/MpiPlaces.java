package dev.lockstep.comm.spi;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The places where launchers and libraries of MPI are looked for. */
final class MpiPlaces {
    /** The file names of a launcher; Debian's comes second where another MPI owns the plain one. */
    private static final Map<String, List<String>> FILES = Map.of(
            "mpirun", List.of("mpirun", "mpirun.openmpi"),
            "mpiexec", List.of("mpiexec", "mpiexec.hydra"));

    /** The variables whose files are believed, and nothing else tried in their place. */
    private static final Map<String, String> FILE_VARIABLES =
            Map.of("mpirun", "LOCKSTEP_MPIRUN", "mpiexec", "LOCKSTEP_MPIEXEC");

    private static final String INSTALLATION = "LOCKSTEP_MPI";

    private static final Pattern NUMBERS = Pattern.compile("\\d+(\\.\\d+)*");

    /** The order of folders in the cache, such as {@code mpich-5.0.2}: Intel MPI last, of each MPI the newest first. */
    private static final Comparator<Path> PREFERENCE = Comparator.<Path, Boolean>comparing(
                    one -> name(one).startsWith("impi"))
            .thenComparing(one -> name(one).split("-\\d")[0])
            .thenComparing(MpiPlaces::version, Comparator.reverseOrder())
            .thenComparing(MpiPlaces::name);

    private final Map<String, String> environment;

    MpiPlaces(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Files that may be the launcher of that name, in order. */
    List<Path> of(String launcherName) {
        if (!FILES.containsKey(launcherName)) {
            throw new IllegalArgumentException("no MPI's launcher is called '" + launcherName + "'");
        }
        String installation = environment.get(INSTALLATION);
        if (installation != null && !installation.isBlank()) {
            return installation.contains("/")
                    ? files(launcherName, Stream.of(Path.of(installation, "bin")))
                    : files(launcherName, cached(installation).stream());
        }
        String file = environment.get(FILE_VARIABLES.get(launcherName));
        if (file != null) {
            return List.of(Path.of(file));
        }
        Stream<Path> path = Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(Path::of);
        return files(launcherName, Stream.concat(path, cached("").stream()));
    }

    private static List<Path> files(String launcherName, Stream<Path> folders) {
        return folders.flatMap(folder -> FILES.get(launcherName).stream().map(folder::resolve))
                .toList();
    }

    /** The {@code bin} folders in the cache whose installations' names begin so. */
    private List<Path> cached(String beginning) {
        Path all = cache(environment).resolve("mpi");
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> installations = Files.list(all)) {
            return installations
                    .filter(one -> name(one).startsWith(beginning))
                    .sorted(PREFERENCE)
                    .map(one -> one.resolve("bin"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the cache cannot be read", e);
        }
    }

    private static String name(Path installation) {
        return installation.getFileName().toString();
    }

    private static Version version(Path installation) {
        Matcher numbers = NUMBERS.matcher(name(installation));
        return Version.parse(numbers.find() ? numbers.group() : "0");
    }

    /** The folder where the set-up leaves what is found nowhere else. */
    static Path cache(Map<String, String> environment) {
        String own = environment.get("LOCKSTEP_CACHE");
        if (own != null) {
            return Path.of(own);
        }
        String shared = environment.get("XDG_CACHE_HOME");
        return shared != null
                ? Path.of(shared, "lockstep")
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache", "lockstep");
    }

    static List<Path> libraryFolders(Path prefix) {
        List<Path> places = new ArrayList<>();
        places.add(prefix.resolve("lib"));
        places.add(prefix.resolve("lib64"));
        for (Path multiarch : multiarch(prefix.resolve("lib"))) {
            places.add(multiarch);
            places.add(multiarch.resolve("openmpi/lib"));
        }
        return places;
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
}
