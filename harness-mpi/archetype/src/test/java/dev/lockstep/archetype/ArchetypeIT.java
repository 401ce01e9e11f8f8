package dev.lockstep.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user does: generates a module by the archetype plugin, builds it by Maven, and runs its benchmark in one JVM and in ranks. */
@Tag("environments")
@Timeout(value = 1000, unit = TimeUnit.SECONDS)
class ArchetypeIT {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String VERSION = System.getProperty("project.version");
    private static final String BENCHMARK = "org.example.bench.RingBenchmark.exchange";
    private static final String BRIEF = "-f 1 -wi 1 -i 2 -wbs 10 -bs 10 -opi 10 -foe true -p bytes=64";

    @TempDir
    static Path scratch;

    private static Path project;

    @BeforeAll
    static void generateAndBuild() throws Exception {
        ThrowawayMaven maven = new ThrowawayMaven(TARGET.resolve("repository"), scratch);
        maven.generate(scratch, Guide.of("A project of your own").command("archetype:generate"));
        project = scratch.resolve("my-benchmarks");
        maven.run(project, "package");
    }

    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // JMH's lock is in this folder too, so that no other benchmark of the machine is in the way.
        command.add("-Djava.io.tmpdir=" + scratch);
        command.addAll(List.of(arguments));
        return new ThrowawayMaven.Run(command, project, scratch, 500).toGoodEnd();
    }

    private static JsonNode jmh(String more) throws IOException, InterruptedException {
        Path json = Files.createTempFile(scratch, "jmh", ".json");
        java(("-jar target/benchmarks.jar " + BRIEF + " -rf json -rff " + json + more).split(" "));
        JsonNode results = new ObjectMapper().readTree(json.toFile());
        assertThat(results.findValuesAsText("benchmark")).contains(BENCHMARK);
        for (JsonNode entry : results) {
            assertThat(entry.at("/primaryMetric/score").asDouble()).isPositive();
        }
        return results;
    }

    @Test
    void everythingInItIsTheUsersOwnAndItsVersionsArePinned() throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(f -> project.relativize(f).toString())
                            .filter(f -> !f.startsWith("target/")))
                    .containsExactlyInAnyOrder(
                            "pom.xml",
                            "src/main/java/org/example/bench/RingBenchmark.java",
                            "src/main/java/org/example/bench/Compare.java");
        }
        String pom = Files.readString(project.resolve("pom.xml"));
        assertThat(pom)
                .contains("<groupId>org.example</groupId>", "<lockstep.version>" + VERSION + "</lockstep.version>")
                .doesNotContain("@", "<version>${version}");
        assertThat(pom.split("<plugin>"))
                .hasSameSizeAs(pom.split("<artifactId>maven-[a-z]+-plugin</artifactId>\\s+<version>\\d"));
    }

    @Test
    void itRunsInOneJvm() throws IOException, InterruptedException {
        JsonNode results = jmh(" -t 2 Ring");
        assertThat(results).hasSize(1);
        assertThat(results.at("/0/params/comm").asText()).isEqualTo("local");
    }

    @Test
    void itRunsInRanksFromJmhsCommandLine() throws IOException, InterruptedException {
        JsonNode results = jmh(" -t 1 -p comm=openmpi -p ranks=2 -prof ranks Ring");
        assertThat(results).hasSize(1);
        assertThat(results.at("/0/params/comm").asText()).isEqualTo("openmpi");
        assertThat(results.at("/0/secondaryMetrics/ranks.max/score").asDouble()).isPositive();
    }

    @Test
    void itRunsInOneJvmAndInRanksByTheJavaApi() throws IOException, InterruptedException {
        String said = java("-cp", "target/benchmarks.jar", "org.example.bench.Compare", "local", "openmpi");
        for (String comm : List.of("local", "openmpi")) {
            for (String bytes : List.of("64", "65536")) {
                assertThat(said).containsPattern("(?m)^" + comm + " +" + bytes + " bytes +[\\d.,]+ us/op$");
            }
        }
        assertThat(said).contains("all of it is in lockstep-results");
    }
}
