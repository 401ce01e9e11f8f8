package dev.lockstep.system.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.run.RunFolder;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.link.JmhFrames;

/** An outsider who brings another JMH than ours: the benchmark is made by its annotation processor, and host and ranks run on it. */
@Tag("environments")
@Timeout(220)
class JmhVersionsIT {
    private static final Path VERSIONS = Path.of("target", "jmh").toAbsolutePath();
    private static final String UNTESTED = "9.99";
    private static final String VERSION_RESOURCE = "jmh.properties";
    private static final String REFUSAL =
            "Lockstep's relay was tested with JMH 1.36, 1.37; on the class path is 9.99. Use one of"
                    + " those, or try it with the JVM option -Dlockstep.jmh.untested=true";

    private static final String MINE = """
            package org.other;
            import dev.lockstep.harness.*;
            import java.nio.ByteBuffer;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            @Warmup(iterations = 1) @Measurement(iterations = 2)
            public class Mine implements SelfCheck {
                private ByteBuffer told;
                @Setup public void allocate(Rank rank) {
                    told = rank.comm().allocate(8);
                    rank.selfCheck(this);
                }
                @Benchmark public void tell(Synchronised sync, Rank rank) {
                    rank.comm().bcast(told, 0);
                }
                public void fill(Rank rank) {
                    told.putLong(0, rank.rank() == 0 ? 42 : 0);
                }
                public void check(Rank rank) {
                    if (told.getLong(0) != 42) throw new IllegalStateException("was told " + told.getLong(0));
                }
            }
            """;

    @TempDir
    Path scratch;

    private Path out;

    @BeforeEach
    void output() {
        out = scratch.resolve("out");
    }

    static List<String> tested() {
        return JmhFrames.TESTED;
    }

    private static Path jar(String artifact, String version) {
        return VERSIONS.resolve(version).resolve(artifact + "-" + version + ".jar");
    }

    /** Ours, with another jmh-core in place of the one that we were compiled against, and without JMH's processor and our own tests. */
    private static List<String> classPath(Path core) {
        List<String> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(e -> !e.contains("/jmh-generator-annprocess") && !e.endsWith("test-classes"))
                .map(e -> e.contains("/jmh-core-") ? core.toString() : e)
                .toList();
        assertThat(entries).containsOnlyOnce(core.toString());
        return entries;
    }

    private LockstepJar outsider(Path core, String processorVersion) throws IOException, InterruptedException {
        List<String> entries = new ArrayList<>(classPath(core));
        entries.add(
                0,
                compile(String.join(File.pathSeparator, entries), processorVersion)
                        .toString());
        return new LockstepJar(scratch).insteadOn(entries);
    }

    /** By a javac of its own: one in this JVM would find this JVM's JMH before that of its processor path. */
    private Path compile(String libraries, String processorVersion) throws IOException, InterruptedException {
        Path source = Files.writeString(scratch.resolve("Mine.java"), MINE);
        Path classes = scratch.resolve("classes");
        String processors = jar("jmh-generator-annprocess", processorVersion) + File.pathSeparator + libraries;
        String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
        List<String> command = List.of(
                javac, "-d", classes.toString(), "-cp", libraries, "-processorpath", processors, source.toString());
        try (LockstepJar.Child child = new LockstepJar(scratch).start(command)) {
            child.await().exits(0);
        }
        assertThat(Files.readString(classes.resolve("META-INF/BenchmarkList"))).contains("org.other.Mine");
        return classes;
    }

    private String run() {
        return "run org.other.Mine --comm local,openmpi --forks 1 --warmup 1 --iterations 2 --iteration-time 10ms --out "
                + out;
    }

    private static String plainJmh(String more) {
        return "org.other.Mine -f 1 -foe true -p comm=openmpi -p ranks=2 -t 1 -prof ranks" + more;
    }

    private void assertMeasuredWith(String version, Path results, int cells) throws IOException {
        JsonNode entries = LockstepJar.json(results);
        assertThat(entries).hasSize(cells).allSatisfy(entry -> {
            assertThat(entry.get("jmhVersion").asText()).isEqualTo(version);
            assertThat(entry.at("/primaryMetric/rawData/0")).hasSize(2);
            assertThat(entry.at("/secondaryMetrics/ranks.max/score").asDouble())
                    .isPositive()
                    .isGreaterThanOrEqualTo(
                            entry.at("/secondaryMetrics/ranks.min/score").asDouble());
        });
    }

    @ParameterizedTest
    @MethodSource("tested")
    void aTestedVersionRunsRanksFromBothCommandLines(String version) throws IOException, InterruptedException {
        LockstepJar outsider = outsider(jar("jmh-core", version), version);
        outsider.exits(0, run());
        assertMeasuredWith(version, new RunFolder(out).everything(), 2);
        assertThat(Files.readAllLines(out.resolve("journal.jsonl")))
                .filteredOn(line -> line.contains("\"event\":\"pilot\"") && !line.contains("\"mended\""))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("\"selfCheck\":\"passed\""));

        Path json = scratch.resolve("plain.json");
        outsider.plainJmh(plainJmh(" -rf json -rff " + json)).exits(0);
        assertMeasuredWith(version, json, 1);
    }

    @Test
    void whatIsTestedIsTheNewestAndTheOldestThatTheBuildNames() throws IOException {
        try (Stream<Path> folders = Files.list(VERSIONS)) {
            assertThat(folders.map(f -> f.getFileName().toString())).containsExactlyInAnyOrderElementsOf(tested());
        }
    }

    @Test
    void anUntestedVersionIsRefusedBeforeAnythingIsStarted() throws IOException, InterruptedException {
        LockstepJar outsider = outsider(untested(), newest());
        assertThat(outsider.exits(2, run()).err())
                .startsWith("lockstep: " + REFUSAL)
                .doesNotContain("\tat ", "pilot");
        assertThat(out).doesNotExist();

        LockstepJar.Outcome plain = outsider.plainJmh(plainJmh("")).exits(1);
        assertThat(plain.out() + plain.err()).contains(REFUSAL);
        assertThat(scratch.resolve("lockstep-ranks")).doesNotExist();
    }

    @Test
    void anUntestedVersionIsLetThroughIfTheUserInsists() throws IOException, InterruptedException {
        LockstepJar outsider = outsider(untested(), newest()).withJvmOption("-D" + JmhFrames.UNTESTED + "=true");
        outsider.exits(0, run());
        assertMeasuredWith(UNTESTED, new RunFolder(out).everything(), 2);
        outsider.plainJmh(plainJmh("")).exits(0);
    }

    private static String newest() {
        return tested().get(tested().size() - 1);
    }

    /** The newest JMH under a number that it does not have yet. */
    private Path untested() throws IOException {
        Path jar = Files.copy(jar("jmh-core", newest()), scratch.resolve("jmh-core-" + UNTESTED + ".jar"));
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            Path properties = zip.getPath(VERSION_RESOURCE);
            String text = Files.readString(properties, StandardCharsets.ISO_8859_1);
            String number = "jmh.version=" + newest();
            assertThat(text).contains(number);
            Files.writeString(properties, text.replace(number, "jmh.version=" + UNTESTED));
        }
        return jar;
    }
}
