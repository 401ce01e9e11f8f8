package dev.lockstep.harness.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.machine.Checksum;
import dev.lockstep.harness.rank.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostDifferencesTest {
    private static final Optional<String> HERE = Optional.of("25.0.1 (here)");

    @TempDir
    Path folder;

    private Path jar;
    private Map<String, String> usual;

    @BeforeEach
    void prepare() throws IOException {
        jar = Files.writeString(folder.resolve("lockstep.jar"), "classes");
        usual = Map.of(
                HostFacts.JVM,
                HERE.get(),
                HostFacts.CORES,
                "16",
                HostFacts.CLASS_PATH,
                KeyValues.format(Map.of(jar.toString(), Checksum.of(jar))),
                HostFacts.MACHINE,
                KeyValues.format(Map.of("kernel", "6.1", "CPU", "EPYC")),
                "library",
                "Open MPI v4.1.4");
    }

    private HostReport host(String name, String key, String value) {
        Map<String, String> said = new HashMap<>(usual);
        said.put(key, value);
        return new HostReport(name, said, 3, Optional.empty());
    }

    private List<String> blocking(HostReport... reports) throws IOException {
        return HostDifferences.blocking(new HostSurvey.Findings(List.of(reports), Optional.empty()), HERE);
    }

    @Test
    void hostsAlikeHaveNoDifferences() throws IOException {
        HostReport h1 = host("h1", "pid", "1");
        HostReport h2 = host("h2", "pid", "2");
        assertThat(blocking(h1, h2)).isEmpty();
        assertThat(HostDifferences.notable(List.of(h1, h2))).isEmpty();
    }

    @Test
    void anotherJvmIsNamedWithBothVersions() throws IOException {
        HostReport other = host("h2", HostFacts.JVM, "17.0.1 (there)");
        assertThat(blocking(host("h1", "pid", "1"), other))
                .containsExactly("h2: JVM 17.0.1 (there) there, 25.0.1 (here) here");
        // The run's JVM need not be this one: then the hosts' own are compared.
        assertThat(HostDifferences.blocking(
                        new HostSurvey.Findings(List.of(host("h1", "pid", "1"), other), Optional.empty()),
                        Optional.empty()))
                .containsExactly("JVM: 25.0.1 (here) on h1; 17.0.1 (there) on h2");
    }

    @Test
    void anotherOrNoJarAndAnotherLibraryAreNamed() throws IOException {
        HostReport other = host("h1", HostFacts.CLASS_PATH, KeyValues.format(Map.of(jar.toString(), "0123")));
        HostReport none = host("h2", HostFacts.CLASS_PATH, KeyValues.format(Map.of(jar.toString(), Checksum.MISSING)));
        assertThat(blocking(other, none, host("h3", "library", "Open MPI v5.0.8")))
                .containsExactly(
                        "h1: lockstep.jar differs from the one here (" + jar + ")",
                        "h2: lockstep.jar is not there (" + jar + ")",
                        "MPI library: Open MPI v4.1.4 on h1, h2; Open MPI v5.0.8 on h3");
    }

    @Test
    void whoNeverCameIsNamedAndComparedWithNobody() throws IOException {
        HostReport absent = new HostReport("h2", Map.of(), 0, Optional.of("never connected: no route"));
        assertThat(blocking(host("h1", "pid", "1"), absent)).containsExactly("h2: never connected: no route");
        assertThat(HostDifferences.notable(List.of(host("h1", "pid", "1"), absent)))
                .isEmpty();
        assertThat(absent.cores()).isZero();
    }

    @Test
    void troubleOfAllTogetherIsSaid() throws IOException {
        HostSurvey.Findings findings =
                new HostSurvey.Findings(List.of(host("h1", "pid", "1")), Optional.of("a firewall"));
        assertThat(HostDifferences.blocking(findings, HERE))
                .containsExactly("each host is well by itself, but not all of them together: a firewall");
    }

    @Test
    void whatMayExplainNumbersIsNotable() {
        HostReport fast = new HostReport("h3", usual, -2500, Optional.empty());
        assertThat(HostDifferences.notable(List.of(
                        host("h1", HostFacts.CORES, "8"),
                        host("h2", HostFacts.MACHINE, KeyValues.format(Map.of("kernel", "5.4", "CPU", "EPYC"))),
                        fast)))
                .containsExactly(
                        "cores: 8 on h1; 16 on h2, h3",
                        "kernel: 6.1 on h1, h3; 5.4 on h2",
                        "h3: its clock is -2.5 s ahead of the one here");
    }
}
