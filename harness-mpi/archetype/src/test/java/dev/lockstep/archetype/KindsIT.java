package dev.lockstep.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a team does that brings its own: generates a project, builds it with its contract, and measures it beside the others. */
@Tag("environments")
@Timeout(value = 500, unit = TimeUnit.SECONDS)
class KindsIT {
    private static final String BRIEF = " --forks 1 --distribution-forks 0 --warmup 1 --iterations 2 --ops 20";

    private static final String BESIDE = "Your transport, codec or communicator beside the others";
    private static final String TRANSPORT = "A transport";

    @TempDir
    Path scratch;

    private ThrowawayMaven maven;

    private Path generate(String kind) throws Exception {
        maven = new ThrowawayMaven(Path.of("target", "repository").toAbsolutePath(), scratch);
        maven.generate(scratch, Guide.of(BESIDE).command("archetype:generate").replace("transport", kind));
        return scratch.resolve("my-" + kind);
    }

    /** With a budget that a slow machine keeps, too. */
    private String brief(Path project, String line, String out) throws IOException, InterruptedException {
        return maven.type(0, project, line.replaceAll("--budget \\S+", "--budget 60m") + BRIEF + " --out " + out);
    }

    /** Each is typed by a test of this class. */
    @Test
    void nothingThatTheGuideSaysIsLeftOut() throws IOException {
        List<String> said = new ArrayList<>(Guide.of(BESIDE).commands());
        said.addAll(Guide.of(TRANSPORT).commands());
        assertThat(said)
                .extracting(line -> line.replaceAll("^(mvn \\S+|java \\S+ \\S+ run \\S+).*", "$1"))
                .containsExactly(
                        "mvn package",
                        "mvn archetype:generate",
                        "java -jar target/benchmarks.jar run TransportPingPong",
                        "mvn test",
                        "java -jar target/benchmarks.jar run EncodeBenchmark",
                        "java -jar target/benchmarks.jar run AllReduce",
                        "java -jar target/benchmarks.jar run FanIn",
                        "java -jar target/benchmarks.jar run transport.benchmarks",
                        "java -jar target/benchmarks.jar run AllReduceB",
                        "java -jar target/benchmarks.jar run AllReduceB");
    }

    private void allOfLockstepsAndOneOfItsOwn(Path project) throws Exception {
        brief(project, Guide.of(TRANSPORT).command("run transport.benchmarks"), "all");
        assertThat(new HashSet<>(benchmarks(project.resolve("all"))))
                .containsExactlyInAnyOrder(
                        "BidirectionalBandwidthBenchmark",
                        "KilledPeerBenchmark",
                        "ManyClientsBenchmark",
                        "MessageRateBenchmark",
                        "OpenCloseBenchmark",
                        "OpenLoopBenchmark",
                        "RequestResponseBenchmark",
                        "TransportBandwidthBenchmark",
                        "TransportContentionBenchmark",
                        "TransportPingPongBenchmark");
        String said = brief(project, Guide.of(TRANSPORT).command("run FanIn"), "fan-in");
        assertThat(benchmarks(project.resolve("fan-in"))).hasSize(4).containsOnly("FanInBenchmark");
        assertThat(said).contains("transport socket has no MANY_SENDERS");
        for (String how : List.of("mine --ranks 2", "mine --launcher mpirun")) {
            String out = "collectives-" + how.length();
            brief(project, Guide.of(TRANSPORT).command(how), out);
            assertThat(benchmarks(project.resolve(out))).containsOnly("AllReduceBenchmark", "AllToAllBenchmark");
        }
    }

    private static List<String> benchmarks(Path run) throws IOException {
        return new ObjectMapper()
                .readTree(new RunFolder(run).everything().toFile()).findValuesAsText("benchmark").stream()
                        .map(name -> name.replaceAll(".*\\.(\\w+)\\.\\w+$", "$1"))
                        .toList();
    }

    /** What Maven prints names the clause, and says what was lost; the rest is not waited for. */
    @Test
    void aTransportThatLosesMessagesIsToldWhichClauseItBreaks() throws Exception {
        Path project = generate("transport");
        Path transport = project.resolve("src/main/java/org/example/transport/MyTransport.java");
        String whole = Files.readString(transport);
        String losing = whole.replace("out.write(bytes);", "if (++sent % 100 != 0) out.write(bytes);")
                .replace(
                        "private final DataOutputStream out;", "private final DataOutputStream out; private int sent;");
        assertThat(losing).hasSizeGreaterThan(whole.length() + 40);
        Files.writeString(transport, losing);

        String said = maven.runTo(1, project, "test");
        assertThat(said)
                .contains("'messages arrive once, whole and in order': no message has come; 1,980 of 2,000 have come;"
                        + " the first missing is 99")
                .containsPattern("Tests run: \\d+, Failures: 1, Errors: 0");
        assertThat(project.resolve("target/surefire-reports/TEST-org.example.transport.MyTransportTest.xml"))
                .content()
                .contains("testcase name=\"contract() messages arrive once, whole and in order\"")
                .contains("not tried, for 'messages arrive once, whole and in order' is broken");

        assertThat(maven.type(0, project, Guide.of(BESIDE).command("mvn test"))).contains("Tests run: 1, Failures: 0");
        assertThat(maven.runTo(1, project, "test", "-Dlockstep.contract.clause=nonsense"))
                .contains("no clause has 'nonsense' in its name; there are");
    }

    @ParameterizedTest
    @CsvSource({
        "transport, MyTransport, 6, run TransportPingPong",
        "codec, MyCodec, 10, run EncodeBenchmark",
        "communicator, MyCommunicator, 8, run AllReduce"
    })
    void whatATeamBringsIsMeasuredBesideTheOthers(String kind, String type, int cells, String words) throws Exception {
        Path project = generate(kind);
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(f -> f.getFileName().toString()))
                    .as("one class, its contract and a service line, and a benchmark over transports")
                    .hasSize(kind.equals("transport") ? 4 : 3)
                    .contains(type + ".java", type + "Test.java");
        }
        // As many ranks as there are cores: more take a minute.
        maven.type(0, project, Guide.of(BESIDE).command("mvn package") + " -Dlockstep.contract.ranks=2");
        assertThat(project.resolve("target/surefire-reports/TEST-org.example." + kind + "." + type + "Test.xml"))
                .content()
                .contains("failures=\"0\"")
                .doesNotContain("tests=\"0\"");

        brief(project, Guide.of(BESIDE).command(words), "out");
        JsonNode results = new ObjectMapper()
                .readTree(new RunFolder(project.resolve("out")).everything().toFile());
        assertThat(results).hasSize(cells);
        String ours = kind.equals("communicator") ? "comm" : kind;
        assertThat(results.findValuesAsText(ours)).filteredOn("mine"::equals).hasSize(cells / 2);
        assertThat(project.resolve("out/report.html")).content().contains("mine");

        if (kind.equals("transport")) {
            allOfLockstepsAndOneOfItsOwn(project);
        }

        // The jar alone, as --cp puts it beside Lockstep's own.
        String classPath = System.getProperty("java.class.path") + ":target/my-" + kind + "-1.0-SNAPSHOT.jar";
        assertThat(maven.type(0, project, "java -cp '" + classPath + "' dev.lockstep.cli.Lockstep list " + ours + "s"))
                .containsPattern("(?m)^mine ");
    }
}
