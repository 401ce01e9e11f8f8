package dev.lockstep.cli;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.harness.launch.Launcher;
import dev.lockstep.harness.launch.Launchers;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Every MPI library that is found here, with every launcher, for every backend. A backend finds its library by the environment
 * of its process; so each library but none is looked at by a JVM of its own, to which {@code LOCKSTEP_MPI} names it.
 */
final class MpiMatrix {
    private static final String SRUN = "srun";
    private static final Set<String> OF_LIBRARIES = Set.of("mpirun", "mpiexec", SRUN);

    private record Asked(MpiInstallation library, Process jvm) {}

    private MpiMatrix() {}

    /** Prints the libraries, then what goes with what. */
    static void print(List<Pairing> here, PrintStream out) throws IOException {
        List<String> tried = new ArrayList<>();
        List<MpiInstallation> libraries = MpiInstallation.discover(System.getenv(), tried);
        out.println("MPI libraries");
        for (MpiInstallation library : libraries) {
            out.printf("  %-10s %s, in %s%n", library.family().title(), library.version(), library.prefix());
        }
        if (libraries.isEmpty()) {
            out.println(Wrapped.text("  ", "none; looked for " + String.join(", ", tried)));
            out.println(Wrapped.text("  ", "to get some: ./lockstep setup --all"));
        }
        out.println();
        out.println("which goes with which");
        table(here, libraries).print(out);
    }

    private static PairingTable table(List<Pairing> here, List<MpiInstallation> libraries) throws IOException {
        List<Asked> asked = new ArrayList<>();
        for (MpiInstallation library : libraries) {
            asked.add(new Asked(library, ask(library.prefix())));
        }
        List<String> comms = here.stream().map(Pairing::comm).distinct().toList();
        PairingTable table = new PairingTable(comms);
        boolean slurm = false;
        for (Launcher launcher : Launchers.discover().all()) {
            boolean works = launcher.availability() instanceof Availability.Available;
            slurm |= works && launcher.name().equals(SRUN);
            boolean own = !OF_LIBRARIES.contains(launcher.name());
            if (own || !works) {
                table.add(PairingTable.NO_LIBRARY, launcher.name(), here);
            }
        }
        for (Asked one : asked) {
            MpiInstallation.Family family = one.library.family();
            String title = family.title() + " " + one.library.version();
            List<Pairing> pairs = answer(one.jvm);
            table.add(title, family.launcherName(), pairs);
            if (slurm) {
                table.add(title, SRUN, pairs);
            }
        }
        return table;
    }

    private static Process ask(Path library) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Lockstep.class.getName(),
                "doctor",
                DoctorCommand.PAIRINGS);
        builder.environment().put("LOCKSTEP_MPI", library.toString());
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** Each question within it is bounded in time. */
    private static List<Pairing> answer(Process jvm) throws IOException {
        try (InputStream in = jvm.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(Pairing::parse)
                    .toList();
        } finally {
            jvm.destroy();
        }
    }
}
