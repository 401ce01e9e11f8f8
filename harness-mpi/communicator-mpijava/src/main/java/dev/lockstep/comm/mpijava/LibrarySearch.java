package dev.lockstep.comm.mpijava;

import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Looks for a library of the mpiJava API. Whatever a variable of the environment names is believed and nothing else is
 * tried in its place: {@code LOCKSTEP_MPJ_JAR} and {@code LOCKSTEP_LOG4J_JAR} (files), {@code MPJ_HOME} and {@code
 * FMPJ_HOME} (folders with {@code lib/}).
 */
final class LibrarySearch {
    static final String REMEDY =
            "install MPJ Express (Debian: packages libmpj-java and liblog4j1.2-java; ./lockstep setup --all does it), or"
                    + " set MPJ_HOME or LOCKSTEP_MPJ_JAR";

    private static final String LOG4J_REMEDY =
            "install log4j 1.2 (Debian: package liblog4j1.2-java), or set LOCKSTEP_LOG4J_JAR to its jar";
    private static final String LOGGER = "org/apache/log4j/DailyRollingFileAppender.class";
    private static final String DEVICE = "xdev/smpdev/SMPDevice.class";
    private static final String CONFIGURATION = "conf/mpjexpress.conf";

    private final Map<String, String> environment;
    private final Path root;

    LibrarySearch(Map<String, String> environment) {
        this(environment, Path.of("/"));
    }

    LibrarySearch(Map<String, String> environment, Path root) {
        this.environment = environment;
        this.root = root;
    }

    Availability mpjExpress() {
        List<String> tried = new ArrayList<>();
        Optional<Path> jar = first(mpjPlaces(), tried);
        return jar.isEmpty()
                ? missing("MPJ Express's mpj.jar", tried, REMEDY)
                : withLogger("MPJ Express", jar.get(), "MPJ_HOME", home(jar.get()));
    }

    /**
     * MPJ Express with its device for threads, which Debian has in another jar. Its classes are loaded by {@link
     * MulticoreWorld}, not from the class path.
     */
    Availability multicore() {
        Availability found = mpjExpress();
        if (!(found instanceof Availability.Available express)) {
            return found;
        }
        Path jar = express.classPath().get(0);
        List<Path> all = new ArrayList<>(express.classPath());
        try (JarFile file = new JarFile(jar.toFile())) {
            if (file.getEntry(DEVICE) == null) {
                List<String> tried = new ArrayList<>();
                Optional<Path> device = first(
                        home(jar)
                                .map(folder -> List.of(folder.resolve("lib/smpdev.jar")))
                                .orElse(List.of()),
                        tried);
                if (device.isEmpty()) {
                    return missing("smpdev.jar, which goes with " + jar + ",", tried, REMEDY);
                }
                all.add(device.get());
            }
        } catch (IOException e) {
            return missing("MPJ Express", List.of(jar + ", which cannot be read (" + e.getMessage() + ")"), REMEDY);
        }
        return new Availability.Available(express.version(), express.where(), all, Map.of(), express.environment());
    }

    /** FastMPJ, whose home has the shape of MPJ Express's. */
    Availability fastMpj() {
        String remedy = "get FastMPJ from its makers, for it is not free software, and set FMPJ_HOME to its folder";
        String home = environment.get("FMPJ_HOME");
        if (home == null) {
            return missing("FastMPJ", List.of("a folder in FMPJ_HOME, which is not set"), remedy);
        }
        List<String> tried = new ArrayList<>();
        Optional<Path> jar = first(List.of(Path.of(home, "lib/mpj.jar"), Path.of(home, "lib/fastmpj.jar")), tried);
        return jar.isEmpty()
                ? missing("FastMPJ's jar", tried, remedy)
                : withLogger("FastMPJ", jar.get(), "FMPJ_HOME", Optional.of(Path.of(home)));
    }

    private List<Path> mpjPlaces() {
        String jar = environment.get("LOCKSTEP_MPJ_JAR");
        if (jar != null) {
            return List.of(Path.of(jar));
        }
        String home = environment.get("MPJ_HOME");
        return home != null
                ? List.of(Path.of(home, "lib/mpj.jar"))
                : List.of(root.resolve("usr/share/java/mpj.jar"), root.resolve("usr/share/mpj/lib/mpj.jar"));
    }

    /** A jar that has log4j's classes needs no other; MPJ Express's own does, Debian's does not. */
    private Availability withLogger(String name, Path jar, String homeVariable, Optional<Path> home) {
        List<Path> classPath = new ArrayList<>(List.of(jar));
        try (JarFile file = new JarFile(jar.toFile())) {
            if (file.getEntry("mpi/MPI.class") == null) {
                return missing(name, List.of(jar + ", which has no class mpi.MPI"), REMEDY);
            }
            if (file.getEntry(LOGGER) == null) {
                List<String> tried = new ArrayList<>();
                Optional<Path> log4j = first(loggerPlaces(home), tried);
                if (log4j.isEmpty()) {
                    return missing("log4j 1.2, which " + jar + " needs,", tried, LOG4J_REMEDY);
                }
                classPath.add(log4j.get());
            }
            Map<String, String> variables = new LinkedHashMap<>();
            home.ifPresent(folder -> variables.put(homeVariable, folder.toString()));
            // MPJ Express looks for its configuration below this one alone, and complains of its absence.
            home.filter(folder -> Files.isRegularFile(folder.resolve(CONFIGURATION)))
                    .ifPresent(folder -> variables.put("MPJ_HOME", folder.toString()));
            return new Availability.Available(
                    name + version(file, jar), jar.toString(), classPath, Map.of(), variables);
        } catch (IOException e) {
            return missing(name, List.of(jar + ", which cannot be read (" + e.getMessage() + ")"), REMEDY);
        }
    }

    private List<Path> loggerPlaces(Optional<Path> home) {
        String jar = environment.get("LOCKSTEP_LOG4J_JAR");
        if (jar != null) {
            return List.of(Path.of(jar));
        }
        List<Path> places = new ArrayList<>();
        home.ifPresent(folder -> places.add(folder.resolve("lib/log4j.jar")));
        home.ifPresent(folder -> places.add(folder.resolve("lib/log4j-1.2.jar")));
        places.add(root.resolve("usr/share/java/log4j-1.2.jar"));
        return places;
    }

    /** The home of Debian's jar is found by a link out of it. */
    private static Optional<Path> home(Path jar) {
        try {
            return Optional.ofNullable(jar.toRealPath().getParent())
                    .map(Path::getParent)
                    .filter(folder -> Files.isDirectory(folder.resolve("lib")));
        } catch (IOException e) {
            // It cannot be read either, which is said where that is tried.
            return Optional.empty();
        }
    }

    /** The version from the manifest, or from the name of the file behind a link. */
    private static String version(JarFile file, Path jar) throws IOException {
        Manifest manifest = file.getManifest();
        String said =
                manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        String name = jar.toRealPath().getFileName().toString();
        String number = said == null ? name.replaceAll("^.*?-?(\\d[\\d.]*\\d)?\\.jar$", "$1") : said;
        return number.isEmpty() ? "" : " " + number;
    }

    private static Optional<Path> first(List<Path> places, List<String> tried) {
        for (Path place : places) {
            if (Files.isRegularFile(place)) {
                return Optional.of(place.toAbsolutePath());
            }
            tried.add(place.toString());
        }
        return Optional.empty();
    }

    private static Availability missing(String what, List<String> tried, String remedy) {
        return new Availability.Unavailable(what + " was not found; looked for " + String.join(", ", tried), remedy);
    }
}
