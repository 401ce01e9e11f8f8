package dev.lockstep.reports.html;

import static dev.lockstep.reports.html.StoryRun.ALL_REDUCE;
import static dev.lockstep.reports.html.StoryRun.EXCHANGE;
import static dev.lockstep.reports.html.StoryRun.PING_PONG;
import static dev.lockstep.reports.html.StoryRun.ROUND_TRIP;
import static dev.lockstep.reports.html.StoryRun.TRANSPORT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.reports.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ladder of a run, and what is said of it. */
class AnswersTest {
    private static final String SHARE = "Marshalling";
    private static final String MEMORY = "From Java";
    private static final String BINDINGS = "64 B by MPI";
    private static final String OPENED = "over a connection opened";
    private static final String TOGETHER = "allreduce";

    @TempDir
    private Path folder;

    private final StoryRun run = StoryRun.whole();

    private Ladder ladder() throws IOException {
        return Ladder.of(run.lineUp(folder)).orElseThrow();
    }

    private String drawn() throws IOException {
        return ladder().groups().stream()
                .flatMap(group -> group.rungs().stream()
                        .map(rung -> group.label() + ": " + rung.label() + ", " + rung.text() + "\n"))
                .collect(Collectors.joining());
    }

    private List<String> answers() throws IOException {
        return Answers.of(ladder());
    }

    /** Launches a hundredth apart: the logarithm of a ratio has ± 2.306 √(2 · 0.00025 / 5) = 0.023 with 8 degrees of freedom. */
    @Test
    void fiveQuestionsHaveAnAnswerEach() throws IOException {
        assertThat(answers())
                .containsExactly(
                        "Marshalling by JSON string is between 18% and 19% of an object's way over a TCP connection.",
                        "From Java, 64 B take between 1.91 and 2.00 times as long by MPI (ffm) as by shared memory.",
                        "64 B by MPI take between 1.45 and 1.52 times as long through Open MPI's JNI bindings as from C,"
                                + " and between 1.03 and 1.08 times through ffm.",
                        "64 B take between 8.1 and 8.4 times as long over a connection opened for them as over one kept open.",
                        "An allreduce of 64 B takes between 1.75 and 1.84 times as long by MPI (ffm) as in one JVM.");
    }

    @Test
    void theLadderIsInGroupsFromACacheLineToTheWhole() throws IOException {
        assertThat(drawn()).isEqualTo("""
                memory: a cache line between two cores, 62.0 ns
                one JVM: 64 B to another thread, 210 ns
                MPI: 64 B by MPI from C, 290 ns
                MPI: 64 B by MPI from Java, ffm, 305 ns
                MPI: 64 B by MPI from Java, Open MPI's JNI bindings, 430 ns
                processes: 64 B by shm, 156 ns
                processes: 64 B by socket, 7.40 µs
                processes: 64 B by socket-open-close, 61.0 µs
                marshalling: object to bytes and back, kryo, 326 ns
                marshalling: object to bytes and back, JSON string, 1.83 µs
                the whole: object over a TCP connection, JSON string, 9.70 µs
                all ranks: allreduce of 64 B, one JVM, 340 ns
                all ranks: allreduce of 64 B, MPI from C, 580 ns
                all ranks: allreduce of 64 B, MPI from Java, ffm, 610 ns
                all ranks: allreduce of 64 B, MPI from Java, Open MPI's JNI bindings, 690 ns
                """);
        assertThat(ladder().ticks()).containsExactly(10.0, 100.0, 1000.0, 10000.0);
        assertThat(ladder().ticks()).extracting(Figures::time).containsExactly("10 ns", "100 ns", "1 µs", "10 µs");
        assertThat(ladder().at(10)).isZero();
        assertThat(ladder().at(-1)).as("the lower end of a wide interval").isZero();
        assertThat(ladder().at(61000 * Math.exp(0.02))).isBetween(99.0, 101.0);
    }

    /** What is missing is not spoken of, and what is there still is. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            comm=(c|ffm|openmpi)    ; Marshalling, connection opened                                   ; 9
            comm=c\\b               ; Marshalling, From Java, connection opened, allreduce             ; 13
            comm=(ffm|local)        ; Marshalling, From Java, 64 B by MPI, connection opened           ; 10
            transport=shm           ; Marshalling, 64 B by MPI, connection opened, allreduce           ; 14
            transport=socket        ; Marshalling, From Java, 64 B by MPI, allreduce                   ; 13
            roundTrip               ; From Java, 64 B by MPI, connection opened, allreduce             ; 13
            """)
    void theStoryIsToldWithoutWhatIsMissing(String missing, String told, int rungs) throws IOException {
        run.without(missing);
        assertThat(ladder().rungs()).hasSize(rungs);
        List<String> answers = answers();
        assertThat(answers).hasSize(told.split(", ").length);
        for (String words : told.split(", ")) {
            assertThat(answers).anyMatch(answer -> answer.contains(words));
        }
    }

    private void assertSilent(String about) throws IOException {
        assertThat(answers()).noneMatch(answer -> answer.contains(about)).isNotEmpty();
    }

    @Test
    void aShareThatReachesTheWholeOrSaysNothingIsNotWritten() throws IOException {
        run.cell(ROUND_TRIP, "codec=json-string payload=ping", 9600);
        assertSilent(SHARE);
        run.cell(ROUND_TRIP, "codec=json-string payload=ping", 20);
        assertSilent(SHARE);
        run.cell(ROUND_TRIP, "codec=json-string payload=ping", 4000, 5, 0.4);
        assertSilent(SHARE);
    }

    @Test
    void theSlowestAndTheFastestCodecHaveTheirShares() throws IOException {
        run.cell(EXCHANGE, "codec=kryo comm=none payload=ping ranks=2", 8000);
        assertThat(answers().get(0))
                .isEqualTo(
                        "Marshalling by JSON string is between 18% and 19%, and by kryo is between 4.0% and 4.2%, of an object's way over a TCP connection.");
    }

    @Test
    void whatTheIntervalDoesNotTellIsNotWritten() throws IOException {
        run.cell(PING_PONG, "bytes=64 comm=ffm ranks=2", 158);
        assertSilent(MEMORY);
        run.cell(PING_PONG, "bytes=64 comm=openmpi ranks=2", 290);
        run.cell(PING_PONG, "bytes=64 comm=ffm ranks=2", 291);
        assertSilent(BINDINGS);
        run.cell(TRANSPORT, "bytes=64 comm=none ranks=2 transport=socket", 40000, 5, 0.5);
        assertSilent(OPENED);
        run.cell(ALL_REDUCE, "bytes=64 comm=ffm ranks=2", 345);
        assertSilent(TOGETHER);
    }

    @Test
    void ofTwoBindingsTheOneThatTellsIsNamed() throws IOException {
        run.cell(PING_PONG, "bytes=64 comm=ffm ranks=2", 291);
        assertThat(answers())
                .contains(
                        "64 B by MPI take between 1.45 and 1.52 times as long through Open MPI's JNI bindings as from C.");
    }

    @Test
    void fourLaunchesOfASideSayNothing() throws IOException {
        run.cell(TRANSPORT, "bytes=64 comm=none ranks=2 transport=socket", 7400, 4, 0.01);
        assertSilent(OPENED);
        run.cell(TRANSPORT, "bytes=64 comm=none ranks=2 transport=socket", 7400, 9, 0.01);
        assertThat(answers()).anyMatch(answer -> answer.contains(OPENED));
    }

    @Test
    void whatWasStillChangingOrHadNoCoreTakesNoPart() throws IOException {
        run.cell(ALL_REDUCE, "bytes=64 comm=local ranks=2", 340, 5, 0.01, 1.1, "{}");
        assertSilent(TOGETHER);
        run.planned(
                "c1",
                TRANSPORT,
                "bytes=64 transport=shm",
                "none",
                ",\"oversubscribed\":true,\"how\":\"spinning\",\"medium\":\"shared memory\"");
        assertSilent(MEMORY);
        assertThat(ladder().rungs().map(Ladder.Rung::label))
                .contains(
                        "allreduce of 64 B, one JVM (still changing)",
                        "64 B over shared memory (shm) (spinning) (oversubscribed)");
    }

    @Test
    void theSizeThatMostShareIsDrawnAndTheSmallestOfSeveral() throws IOException {
        for (String bytes : List.of("16", "1024")) {
            run.cell(PING_PONG, "bytes=" + bytes + " comm=local ranks=2", 100);
        }
        assertThat(ladder().rungs()).hasSize(15);
        assertThat(ladder().of(Ladder.Kind.THREADS).get(0).label()).startsWith("64 B");
        run.without("comm=(c|ffm|openmpi|none) ranks=2|allReduce");
        run.cell(ALL_REDUCE, "bytes=16 comm=local ranks=2", 340);
        run.cell(EXCHANGE, "codec=json-string comm=none payload=ping ranks=2", 9700);
        run.without("bytes=64");
        assertThat(ladder().of(Ladder.Kind.THREADS).get(0).label()).startsWith("16 B");
    }

    @Test
    void anOutsidersBenchmarkTakesPartByWhatItDeclares() throws IOException {
        run.without("TransportPingPong");
        run.cell("org.other.Mine.turn", "comm=none ranks=2 transport=carrier-pigeon", 90000);
        run.planned(
                "c1",
                "org.other.Mine.turn",
                "transport=carrier-pigeon",
                "none",
                ",\"section\":\"messages\",\"stage\":\"one-way\"");
        assertThat(ladder().of(Ladder.Kind.PROCESSES))
                .extracting(Ladder.Rung::label)
                .containsExactly("a message by carrier-pigeon");
    }

    @Test
    void codecsThatCarryNothingAreNoneAndOfManyTheEndsAreDrawn() throws IOException {
        String none = "{\"encoded.bytes\":{\"score\":0,\"scoreError\":0,\"scoreUnit\":\"B\",\"rawData\":[[0]]}}";
        run.cell(ROUND_TRIP, "codec=empty payload=ping", 1, 5, 0.01, 1, none);
        run.cell(ROUND_TRIP, "codec=java payload=ping", 5000).cell(ROUND_TRIP, "codec=cbor payload=ping", 900);
        assertThat(ladder().of(Ladder.Kind.MARSHALLING))
                .extracting(Ladder.Rung::label)
                .containsExactly("object to bytes and back, kryo", "object to bytes and back, java");
    }

    private void over(String transport, String medium, double nanos) {
        String params = "bytes=64 receive=push transport=" + transport;
        run.cell(TRANSPORT, params + " comm=none ranks=2", nanos);
        run.planned(transport, TRANSPORT, params, "none", ",\"medium\":\"" + medium + "\"");
    }

    @Test
    void ofManyTransportsTheMessagesWayIsDrawnInFamilies() throws IOException {
        run.without("roundTrip|encodeSendDecode|allReduce|openmpi");
        over("netty", "a TCP connection, Netty", 9000);
        assertThat(Ladder.of(run.lineUp(folder))).as("four transports").isEmpty();
        over("nio", "a TCP connection, NIO", 8000);
        over("mine", "carrier pigeons", 99000);
        assertThat(ladder().what()).isEqualTo("64 B from one rank to another take");
        assertThat(ladder().ticks()).hasSize(5).isEqualTo(ladder().labelled());
        assertThat(drawn()).isEqualTo("""
                memory: a cache line between two cores, 62.0 ns
                processes: shm · none, 156 ns
                processes: socket · none, 7.40 µs
                processes: socket-open-close · none, 61.0 µs
                one JVM: 64 B to another thread, 210 ns
                MPI: 64 B by MPI from C, 290 ns
                MPI: 64 B by MPI from Java, ffm, 305 ns
                a TCP connection: push · nio · none, 8.00 µs
                a TCP connection: push · netty · none, 9.00 µs
                carrier pigeons: push · mine · none, 99.0 µs
                """);
        assertThat(answers())
                .containsExactly(
                        "From Java, 64 B take between 1.91 and 2.00 times as long by MPI (ffm) as by shared memory.",
                        "64 B by MPI take between 1.03 and 1.08 times as long through ffm as from C.",
                        "64 B take between 8.1 and 8.4 times as long over a connection opened for them as over one kept open.");
        over("pigeons", "carrier pigeons", 9_000_000);
        assertThat(ladder().labelled()).as("of six").containsExactly(10.0, 1000.0, 100_000.0);
    }

    @Test
    void twoStagesAreNoStory() throws IOException {
        run.without("roundTrip|encodeSendDecode");
        assertThat(Ladder.of(run.lineUp(folder))).isEmpty();
    }

    @Test
    void anIntervalIsDrawnOfThreeLaunchesOrMoreHoweverWideItIs() throws IOException {
        run.cell(ROUND_TRIP, "codec=json-string payload=ping", 4000, 3, 0.9);
        assertThat(roundTrip().certain()).isTrue();
        assertThat(ladder().at(roundTrip().nanos().spread().low())).isGreaterThanOrEqualTo(0);
        run.cell(ROUND_TRIP, "codec=json-string payload=ping", 4000, 2, 0.1);
        assertThat(roundTrip().certain()).isFalse();
    }

    private Ladder.Rung roundTrip() throws IOException {
        return ladder().of(Ladder.Kind.MARSHALLING).stream()
                .filter(rung -> rung.label().contains("JSON string"))
                .findFirst()
                .orElseThrow();
    }
}
