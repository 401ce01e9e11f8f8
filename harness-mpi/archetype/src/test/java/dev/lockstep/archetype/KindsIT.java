package dev.lockstep.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    @TempDir
    Path scratch;

    private String java(Path directory, String classPath, String line) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // JMH's lock is in this folder too, so that no other benchmark of the machine is in the way.
        command.addAll(List.of("-Djava.io.tmpdir=" + scratch, "-cp", classPath, "dev.lockstep.cli.Lockstep"));
        command.addAll(List.of(line.split(" ")));
        return new ThrowawayMaven.Run(command, directory, scratch, 240).toGoodEnd();
    }

    private void allOfLockstepsAndOneOfItsOwn(Path project) throws Exception {
        java(
                project,
                "target/benchmarks.jar",
                "run transport.benchmarks --transport mine --comm none -p bytes=64 -p pause=none -p message=byte"
                        + " -p connection=own --out nine" + BRIEF);
        assertThat(benchmarks(project.resolve("nine")))
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
        String said = java(
                project,
                "target/benchmarks.jar",
                "run FanIn --transport mine,nio,socket --comm local,none --ranks 3 --out fan-in" + BRIEF);
        assertThat(benchmarks(project.resolve("fan-in"))).hasSize(4).containsOnly("FanInBenchmark");
        assertThat(said).contains("transport socket has no MANY_SENDERS");
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
        ThrowawayMaven maven =
                new ThrowawayMaven(Path.of("target", "repository").toAbsolutePath(), scratch);
        Path project = maven.generate(scratch, "transport");
        Path transport = project.resolve("src/main/java/org/other/bench/MyTransport.java");
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
        assertThat(project.resolve("target/surefire-reports/TEST-org.other.bench.MyTransportTest.xml"))
                .content()
                .contains("testcase name=\"contract() messages arrive once, whole and in order\"")
                .contains("not tried, for 'messages arrive once, whole and in order' is broken");

        assertThat(maven.runTo(0, project, "test", "-Dlockstep.contract.clause=an address is text"))
                .contains("Tests run: 1, Failures: 0");
        assertThat(maven.runTo(1, project, "test", "-Dlockstep.contract.clause=nonsense"))
                .contains("no clause has 'nonsense' in its name; there are");
    }

    @ParameterizedTest
    @CsvSource({
        "transport, MyTransport, 6, run TransportPingPong --transport mine%2Csocket --comm local%2Cnone%2Copenmpi --ranks 2 -p bytes=64",
        "codec, MyCodec, 2, run EncodeBenchmark.encode -p codec=mine%2Ckryo -p payload=doubles-1024 -p buffer=fresh",
        "communicator, MyCommunicator, 2, run AllReduce --comm mine%2Clocal --ranks 2 -p bytes=64 -p buffer=direct"
    })
    void whatATeamBringsIsMeasuredBesideTheOthers(String kind, String type, int cells, String line) throws Exception {
        ThrowawayMaven maven =
                new ThrowawayMaven(Path.of("target", "repository").toAbsolutePath(), scratch);
        Path project = maven.generate(scratch, kind);
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(f -> f.getFileName().toString()))
                    .as("one class, its contract and a service line, and a benchmark over transports")
                    .hasSize(kind.equals("transport") ? 4 : 3)
                    .contains(type + ".java", type + "Test.java");
        }
        // As many ranks as there are cores: more take a minute.
        maven.run(project, "-Dlockstep.contract.ranks=2", "package");
        assertThat(project.resolve("target/surefire-reports/TEST-org.other.bench." + type + "Test.xml"))
                .content()
                .contains("failures=\"0\"")
                .doesNotContain("tests=\"0\"");

        java(project, "target/benchmarks.jar", line.replace("%2C", ",") + BRIEF + " --out out");
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
        Path jar = project.resolve("target/my-" + kind + "-1.0.jar");
        assertThat(java(project, System.getProperty("java.class.path") + ":" + jar, "list " + ours + "s"))
                .containsPattern("(?m)^mine ");
    }
}
