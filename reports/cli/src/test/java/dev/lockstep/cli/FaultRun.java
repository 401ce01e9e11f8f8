package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** A run of {@link FaultyJar}'s good benchmark, and of whatever is said beside it; and what every such run must have left, and not left. */
final class FaultRun {
    static final int FORKS = 2;

    private static final List<String> BRIEF =
            List.of("--forks", String.valueOf(FORKS), "--warmup", "1", "--iterations", "1", "--iteration-time", "10ms");

    private final Path out;
    private final Path pipe;
    private final LockstepJar jar;
    private final String[] arguments;
    private final Traces traces;
    private LockstepJar.Outcome outcome;

    FaultRun(Path scratch, LockstepJar jar, String... more) throws IOException {
        this.jar = jar;
        this.out = scratch.resolve("out");
        this.pipe = scratch.resolve("pipe");
        String mark = "-Dlockstep.test=" + UUID.randomUUID();
        List<String> all = new ArrayList<>(List.of("run", "Good.meet"));
        all.addAll(List.of(more));
        all.addAll(BRIEF);
        // The mark comes last: what a test says for the ranks' JVM goes with it.
        all.addAll(List.of("--jvm-args", mark + " -Dpipe=" + pipe, "--out", out.toString()));
        this.arguments = all.toArray(String[]::new);
        this.traces = new Traces(mark, jar.temp());
    }

    /** To its end. */
    FaultRun complete() throws IOException, InterruptedException {
        outcome = jar.lockstep(arguments);
        return this;
    }

    /** Goes on where it ended. */
    FaultRun resume() throws IOException, InterruptedException {
        List<String> typed = new ArrayList<>(List.of("run", "--resume", "--out", out.toString()));
        // What decides what runs is said again; each stands before its value.
        for (String option : List.of("--jvm-args", "--launcher-args", "--hosts")) {
            int at = List.of(arguments).lastIndexOf(option);
            if (at >= 0) {
                typed.addAll(List.of(option, arguments[at + 1]));
            }
        }
        outcome = jar.lockstep(typed.toArray(String[]::new));
        return this;
    }

    LockstepJar.Child start() throws IOException {
        return jar.start(Lockstep.class.getName(), arguments);
    }

    FaultRun ended(LockstepJar.Child child) throws IOException, InterruptedException {
        outcome = child.await();
        return this;
    }

    Path out() {
        return out;
    }

    Traces traces() {
        return traces;
    }

    LockstepJar.Outcome outcome() {
        return outcome;
    }

    /** Makes the pipe from which a rank that "reads" reads. */
    FaultRun withPipe() throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return this;
    }

    /** Returns as soon as a rank has gone wrong. */
    void awaitStrike(LockstepJar.Child child, String fault) throws InterruptedException {
        LockstepJar.await(fault + " strikes", () -> {
            assertThat(child.process().isAlive()).isTrue();
            return Files.exists(Path.of(pipe + "." + fault));
        });
    }

    /** The rank that reads gets something to read, and goes on. */
    void release() throws IOException {
        Files.write(pipe, new byte[1]);
    }

    /** The folder of the launch that has begun last. */
    Path lastLaunch() throws IOException {
        try (Stream<Path> launches = Files.list(out.resolve("launches"))) {
            return launches.filter(folder -> Files.exists(folder.resolve("launcher.pid")))
                    .max(Comparator.comparing(
                            folder -> folder.resolve("launcher.pid").toFile().lastModified()))
                    .orElseThrow();
        }
    }

    /** What holds whatever went wrong with the other cells, of which as many as said have a result nevertheless. */
    void assertGoodIsGood(int exit, int others) throws IOException {
        assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(exit);
        JsonNode results = LockstepJar.json(out.resolve("results.json"));
        assertThat(results)
                .filteredOn(entry -> entry.get("benchmark").asText().equals("org.other.Good.meet"))
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.at("/primaryMetric/rawData")).hasSize(FORKS));
        assertThat(results).hasSize(1 + others);
        List<JsonNode> end = JournalLines.of(out, "end");
        assertThat(end).singleElement().satisfies(e -> {
            assertThat(e.get("exit").asInt()).isEqualTo(exit);
            assertThat(e.get("interrupted").asBoolean()).isFalse();
        });
        assertNothingIsLeft();
    }

    /** Neither on the machine nor, of what is secret, in the folder. */
    void assertNothingIsLeft() throws IOException {
        traces.assertNone();
        try (Stream<Path> files = Files.walk(out)) {
            assertThat(files.map(f -> f.getFileName().toString())).doesNotContain("key");
        }
    }

    /** The cell failed on that rank, or on none in particular, for the reason given. */
    void assertFailed(String fault, String reason, Integer rank) throws IOException {
        assertThat(assertFailed(fault, reason).get("rank")).as(fault).hasToString(String.valueOf(rank));
    }

    /** The cell failed where it should, for the reason given, which stands in journal, summary and report. */
    JsonNode assertFailed(String fault, String reason) throws IOException {
        List<JsonNode> failed = new ArrayList<>(JournalLines.of(out, ""));
        failed.removeIf(e -> !e.path("status").asText().equals("failed")
                || !e.path("cell").asText().contains("=" + fault + " "));
        assertThat(failed).as(fault).hasSize(1);
        JsonNode event = failed.get(0);
        assertThat(event.get("event").asText()).isEqualTo(fault.startsWith("pilot") ? "pilot" : "launch");
        assertThat(event.get("reason").asText()).containsPattern(reason);
        String where = "(?i).*failed.*" + fault + ".*";
        // Without the escapes of Markdown's own characters.
        assertThat(Files.readString(out.resolve("summary.md"))
                        .replaceAll("\\\\(\\p{Punct})", "$1")
                        .lines())
                .anySatisfy(line -> assertThat(line)
                        .containsPattern(where)
                        .containsPattern(reason.replace("<", "&lt;").replace(">", "&gt;")));
        assertThat(ReportText.of(out).lines())
                .anySatisfy(line -> assertThat(line).containsPattern(where).containsPattern(reason));
        assertThat(outcome.out().lines())
                .anySatisfy(line -> assertThat(line).containsPattern(where).containsPattern(reason));
        return event;
    }
}
