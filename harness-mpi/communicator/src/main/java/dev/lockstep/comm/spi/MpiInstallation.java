package dev.lockstep.comm.spi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MPI library together with the launcher that belongs to it: ranks that another launcher starts each believe that
 * they are alone. What finds the library and what starts the ranks look for it by the same rule.
 *
 * @param family whose it is
 * @param version for example {@code 4.1.4}
 * @param launcher its program, as it was found
 * @param prefix the folder behind all links in whose {@code bin} that is
 */
public record MpiInstallation(Family family, String version, Path launcher, Path prefix) {
    private static final long TIMEOUT_SECONDS = 10;

    /** A pattern that matches nothing. */
    private static final String NEVER = "(?!)";

    /** Installations are told apart by their own launchers. */
    private static final List<String> LAUNCHER_NAMES = List.of("mpirun", "mpiexec");

    /** A family of MPI libraries, whose ranks the same launchers start. */
    public enum Family {
        /** Its orterun (4) and prterun (5) both say so in their first line. */
        OPEN_MPI("Open MPI", "mpirun", "\\(Open MPI\\)\\s+(\\S+)"),
        /** MPICH of the Argonne National Laboratory, whose launcher is hydra. */
        MPICH("MPICH", "mpiexec", "HYDRA build details:\\s+Version:\\s+(\\S+)"),
        /** Made of MPICH; its launcher is another hydra. */
        INTEL_MPI("Intel MPI", "mpiexec", "Intel\\(R\\) MPI Library.* Version (\\S+)"),
        /** The libraries of the mpiJava API: jars, which no program of theirs stands for. */
        MPIJAVA("mpiJava", "mpj", NEVER),
        /** Plain processes. */
        NONE("no MPI", "process", NEVER);

        private final String title;
        private final String launcherName;
        private final Pattern saysVersion;

        Family(String title, String launcherName, String saysVersion) {
            this.title = title;
            this.launcherName = launcherName;
            this.saysVersion = Pattern.compile(saysVersion);
        }

        /** The name for people. */
        public String title() {
            return title;
        }

        /** Lockstep's name of its own launcher, for example {@code mpirun}. */
        public String launcherName() {
            return launcherName;
        }

        /**
         * What one communicating thread is best asked for. Open MPI locks on every message at any level but the lowest;
         * of others that is not known.
         *
         * @return the lowest level by which something is gained
         */
        public ThreadLevel threadLevel() {
            return this == OPEN_MPI ? ThreadLevel.SINGLE : ThreadLevel.FUNNELED;
        }

        /**
         * Whose an MPI library is. Most are made of MPICH, and speak to its launcher.
         *
         * @param version in the library's own words (MPI_Get_library_version)
         * @return Open MPI, Intel MPI, or MPICH for any other
         */
        public static Family ofLibrary(String version) {
            if (version.startsWith("Open MPI")) {
                return OPEN_MPI;
            }
            return version.startsWith("Intel(R) MPI") ? INTEL_MPI : MPICH;
        }
    }

    /**
     * All that can be found, in the order in which they are preferred: the one that {@code LOCKSTEP_MPI} names (a
     * folder, or the beginning of a name in the cache, such as {@code mpich}; nothing else is tried then), what
     * {@code LOCKSTEP_MPIRUN} and {@code LOCKSTEP_MPIEXEC} name (files), along the PATH, in the cache of
     * {@code ./lockstep setup --all}: there MPICH comes before Intel MPI, and the newest first.
     *
     * @param environment of this process
     * @param tried is told what was looked at in vain, and why
     * @return each once
     */
    public static List<MpiInstallation> discover(Map<String, String> environment, List<String> tried) {
        Map<String, MpiInstallation> found = new LinkedHashMap<>();
        for (String launcherName : LAUNCHER_NAMES) {
            for (MpiInstallation one : all(launcherName, environment, tried, Integer.MAX_VALUE)) {
                found.putIfAbsent(one.family + " " + one.prefix, one);
            }
        }
        return List.copyOf(found.values());
    }

    /**
     * The one that ranks of a launcher use.
     *
     * @param launcherName Lockstep's name of the launcher
     * @param environment as for {@link #discover}
     * @param tried as for {@link #discover}
     * @return the first whose launcher that is
     */
    public static Optional<MpiInstallation> find(
            String launcherName, Map<String, String> environment, List<String> tried) {
        return all(launcherName, environment, tried, 1).stream().findFirst();
    }

    /**
     * The one that ranks of a launcher use, whoever's launcher that is.
     *
     * @param launcher that starts them
     * @param environment as for {@link #discover}
     * @param tried as for {@link #discover}
     * @return the first of the families whose ranks it starts
     */
    public static Optional<MpiInstallation> startedBy(
            LauncherTraits launcher, Map<String, String> environment, List<String> tried) {
        return LAUNCHER_NAMES.stream()
                .filter(name -> launcher.families().stream().anyMatch(f -> f.launcherName.equals(name)))
                .flatMap(name -> all(name, environment, tried, Integer.MAX_VALUE).stream())
                .filter(one -> launcher.families().contains(one.family))
                .findFirst();
    }

    private static List<MpiInstallation> all(
            String launcherName, Map<String, String> environment, List<String> tried, int most) {
        List<MpiInstallation> found = new ArrayList<>();
        for (Path candidate : new MpiPlaces(environment).of(launcherName)) {
            if (found.size() == most) {
                break;
            }
            if (!Files.isExecutable(candidate)) {
                tried.add(candidate.toString());
                continue;
            }
            try {
                found.add(ask(candidate, launcherName));
            } catch (IOException e) {
                tried.add(candidate + " (" + e.getMessage() + ")");
            }
        }
        return found;
    }

    /** Runs a launcher with {@code --version}, for a bounded time. */
    private static MpiInstallation ask(Path path, String launcherName) throws IOException {
        Process process = new ProcessBuilder(path.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("it did not tell its version within " + TIMEOUT_SECONDS + " s");
            }
            String said = output(process);
            for (Family family : Family.values()) {
                Matcher version = family.saysVersion.matcher(said);
                if (version.find()) {
                    if (!family.launcherName.equals(launcherName)) {
                        throw new IOException("it is " + family.title + "'s, to be used as " + family.launcherName);
                    }
                    return new MpiInstallation(family, version.group(1), path.toAbsolutePath(), prefix(path));
                }
            }
            throw new IOException("it does not say that it is " + wanted(launcherName));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it was asked for its version", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String wanted(String launcherName) {
        return launcherName.equals(Family.OPEN_MPI.launcherName) ? "Open MPI's" : "MPICH's or Intel MPI's";
    }

    private static Path prefix(Path launcher) throws IOException {
        Path bin = launcher.toRealPath().getParent();
        return bin.getParent() == null ? bin : bin.getParent();
    }

    /** A version text fits any pipe, so reading can wait until the process has ended. */
    private static String output(Process process) throws IOException {
        try (InputStream in = process.getInputStream()) {
            return new String(in.readNBytes(4096), StandardCharsets.UTF_8);
        }
    }

    /** The folders where its libraries may be, the likeliest first; not all of them need to exist. */
    public List<Path> libraryFolders() {
        return MpiPlaces.libraryFolders(prefix);
    }

    /** The folder where the set-up leaves what is found nowhere else; it need not exist. */
    public static Path cache(Map<String, String> environment) {
        return MpiPlaces.cache(environment);
    }

    /**
     * The variables that its launcher and ranks need because it need not lie where it was built for, and because the
     * JVM needs SIGSEGV for itself: UCX and PSM2 must not take it.
     */
    public Map<String, String> environment() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("UCX_ERROR_SIGNALS", "");
        all.put("HFI_NO_BACKTRACE", "1");
        // The wheel's launcher tells its own ranks where it was put; those of srun must hear it from us.
        if (Files.exists(prefix.resolve("bin/ompirun_wrapper"))) {
            all.put("OPAL_PREFIX", prefix.toString());
        }
        if (family == Family.INTEL_MPI) {
            all.put("I_MPI_ROOT", prefix.toString());
        }
        return all;
    }

    /** A name for people. */
    @Override
    public String toString() {
        return family.title + " " + version + " (" + launcher + ")";
    }
}
