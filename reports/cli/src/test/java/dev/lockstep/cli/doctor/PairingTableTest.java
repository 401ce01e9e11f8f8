package dev.lockstep.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The doctor's table, as it is on machines that this one is not. */
class PairingTableTest {
    private static final Pairing WORKS = new Pairing("mpirun", "ffm", true, "", "");
    private static final Pairing NO_JAR =
            new Pairing("mpirun", "openmpi", true, "Open MPI's mpi.jar was not found", "./lockstep setup");

    @Test
    void rowsAreLibrariesAndLaunchersAndReasonsStandBelow() {
        PairingTable table = new PairingTable(List.of("ffm", "none", "openmpi"));
        table.add(PairingTable.NO_LIBRARY, "process", List.of(new Pairing("process", "none", true, "", "")));
        List<Pairing> openMpi = List.of(
                WORKS,
                new Pairing("mpirun", "none", true, "", ""),
                NO_JAR,
                new Pairing("srun", "ffm", true, "", ""),
                new Pairing("srun", "none", true, "", ""),
                new Pairing("srun", "openmpi", true, NO_JAR.reason(), NO_JAR.remedy()));
        table.add("Open MPI 4.1.4", "mpirun", openMpi);
        table.add("Open MPI 4.1.4", "srun", openMpi);
        table.add(
                "MPICH 4.0.2",
                "mpiexec",
                List.of(
                        new Pairing(
                                "mpiexec",
                                "ffm",
                                true,
                                "MPICH 4.0.2 (/usr/bin/mpiexec) has no library of the MPI 5.0 ABI; looked for"
                                        + " /usr/lib/libmpi_abi.so.1",
                                "./lockstep setup --all, or install MPICH 5"),
                        new Pairing("mpiexec", "none", true, "", ""),
                        new Pairing("mpiexec", "openmpi", false, "", "")));
        assertThat(printed(table)).isEqualTo("""
                          MPI library     launcher  ffm     none  openmpi
                          -               process           yes
                          Open MPI 4.1.4  mpirun    yes     yes   no (1)
                          Open MPI 4.1.4  srun      yes     yes   no (1)
                          MPICH 4.0.2     mpiexec   no (2)  yes   -
                          (1) Open MPI's mpi.jar was not found
                              to get it: ./lockstep setup
                          (2) MPICH 4.0.2 (/usr/bin/mpiexec) has no library of the MPI 5.0 ABI; looked for
                              /usr/lib/libmpi_abi.so.1
                              to get it: ./lockstep setup --all, or install MPICH 5
                        """);
    }

    private static String printed(PairingTable table) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        table.print(new PrintStream(said, true, StandardCharsets.UTF_8));
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aPairSurvivesItsLine() {
        assertThat(Pairing.parse(NO_JAR.format())).isEqualTo(NO_JAR);
        assertThat(Pairing.parse(WORKS.format())).isEqualTo(WORKS);
        assertThat(new Pairing("a", "b", true, "one\ttwo\nthree", "").format().split("\t"))
                .hasSize(4);
        assertThatThrownBy(() -> Pairing.parse("WARNING: something")).hasMessageContaining("WARNING: something");
    }

    @Test
    void linesEndAt100ColumnsButPathsStayWhole() {
        String path = "/" + "x".repeat(120);
        String text = WordWrap.text("  (1) ", "word ".repeat(30) + path + " end");
        assertThat(text.lines())
                .hasSize(4)
                .allMatch(l -> l.length() <= 100 || l.strip().equals(path));
        assertThat(text.lines().skip(1)).allMatch(l -> l.startsWith("      ") && l.charAt(6) != ' ');
        assertThat(text.replaceAll("\\s+", " ").strip()).isEqualTo("(1) " + "word ".repeat(30) + path + " end");
    }
}
