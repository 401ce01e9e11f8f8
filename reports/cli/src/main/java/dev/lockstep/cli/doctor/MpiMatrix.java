package dev.lockstep.cli.doctor;

import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.harness.launch.Launcher;
import dev.lockstep.harness.launch.Launchers;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every MPI library that is found here, with every launcher, for every backend. A backend finds its library by the
 * environment of its process; so each library but the first is examined by a JVM of its own, to which
 * {@code LOCKSTEP_MPI} names it.
 */
public final class MpiMatrix {
    /** The option of {@code doctor} with which it prints only the {@link Pairing}s of its own environment. */
    public static final String PAIRINGS = "--pairings";

    private static final Set<Family> OF_LIBRARIES = Set.of(Family.OPEN_MPI, Family.MPICH, Family.INTEL_MPI);
    private static final String LIBMPI = "LOCKSTEP_LIBMPI";

    private record Asked(MpiInstallation library, Process jvm) {}

    private MpiMatrix() {}

    /** Prints the libraries, then what goes with what. */
    public static void print(List<Pairing> here, Map<String, Availability> launchers, PrintStream out)
            throws IOException, InterruptedException {
        List<String> tried = new ArrayList<>();
        List<MpiInstallation> libraries = MpiInstallation.discover(System.getenv(), tried);
        out.println("MPI libraries");
        for (MpiInstallation library : libraries) {
            out.printf("  %-10s %s, in %s%n", library.family().title(), library.version(), library.prefix());
        }
        if (libraries.isEmpty()) {
            out.println(WordWrap.text("  ", "none; looked for " + String.join(", ", tried)));
            out.println(WordWrap.text("  ", "to get some: ./lockstep setup --all"));
        }
        String libmpi = System.getenv(LIBMPI);
        if (libmpi != null) {
            String note = "overrides each of them for comm=ffm; below it is left aside";
            out.println(WordWrap.text("  ", LIBMPI + "=" + libmpi + " " + note));
        }
        out.println();
        out.println("which goes with which");
        table(here, launchers, libraries).print(out);
    }

    private static PairingTable table(
            List<Pairing> here, Map<String, Availability> launchers, List<MpiInstallation> libraries)
            throws IOException, InterruptedException {
        List<Asked> asked = new ArrayList<>();
        for (MpiInstallation library : libraries) {
            asked.add(new Asked(library, ask(library.prefix(), asked.isEmpty())));
        }
        List<String> comms = here.stream().map(Pairing::comm).distinct().toList();
        PairingTable table = new PairingTable(comms);
        List<Launcher> working = new ArrayList<>();
        for (Launcher launcher : Launchers.discover().all()) {
            if (!(launchers.get(launcher.name()) instanceof Availability.Available)
                    || !launcher.traits().starts(OF_LIBRARIES)) {
                table.add(PairingTable.NO_LIBRARY, launcher.name(), here);
            } else {
                working.add(launcher);
            }
        }
        for (Asked one : asked) {
            Family family = one.library.family();
            String title = family.title() + " " + one.library.version();
            List<Pairing> pairs = answer(one.jvm, one.library.prefix(), here);
            working.stream()
                    .filter(launcher -> launcher.traits().starts(Set.of(family)))
                    .forEach(launcher -> table.add(title, launcher.name(), pairs));
        }
        return table;
    }

    private static Process ask(Path library, boolean first) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.lockstep.cli.Lockstep",
                "doctor",
                PAIRINGS);
        onlyFor(library, first, builder.environment());
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** Removes variables by which one library's files would answer for another; they are set for the first library. */
    static void onlyFor(Path library, boolean first, Map<String, String> environment) {
        environment.put("LOCKSTEP_MPI", library.toString());
        environment.remove(LIBMPI);
        if (!first) {
            environment.remove("LOCKSTEP_OPENMPI_LIB");
            environment.remove("LOCKSTEP_OPENMPI_JAR");
        }
    }

    /** Reads the answer of a JVM; each question within it is bounded in time. */
    static List<Pairing> answer(Process jvm, Path library, List<Pairing> here)
            throws IOException, InterruptedException {
        try (InputStream in = jvm.getInputStream()) {
            String said = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int exit = jvm.waitFor();
            return exit == 0 ? said.lines().map(Pairing::parse).toList() : unknown(exit, library, here);
        } finally {
            jvm.destroy();
        }
    }

    private static List<Pairing> unknown(int exit, Path library, List<Pairing> here) {
        String reason = "unknown: the JVM that examines " + library + " ended with status " + exit;
        String remedy = "see what LOCKSTEP_MPI=" + library + " ./lockstep doctor says";
        return here.stream()
                .map(p -> new Pairing(p.launcher(), p.comm(), p.fits(), reason, remedy))
                .toList();
    }
}
