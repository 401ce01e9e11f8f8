package dev.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.run.placement.PlacementChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** journal.jsonl: what is written is read again, and whoever reads it reads the same. */
class EventLogTest {
    private static final RunEvent END = new RunEvent.End("2026-01-31T00:00:00Z", 0, false);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("journal.jsonl");
    }

    @Test
    void everyEventIsOneLineWhateverItHolds() throws IOException {
        RunEvent.LeftOut odd = new RunEvent.LeftOut("line\nline\r\n\u2028\"quoted\"", "", "");
        try (EventLog log = EventLog.create(file)) {
            log.append(odd);
            // It is on disk before the next thing is begun.
            assertThat(Files.readAllLines(file)).hasSize(1);
            log.append(END);
        }
        assertThat(Files.readAllLines(file)).hasSize(2);
        assertThat(EventLog.read(file).events()).containsExactly(odd, END);
    }

    @Test
    void allKindsOfEventsAreReadAsTheyWereWritten() throws IOException {
        Failure failure = new Failure("rank 1: boom", 1);
        RunEvent.Calibration found = new RunEvent.Calibration(5, "given", 1.5, 1.5, 2.5, 2, "passed");
        RunEvent.HistogramLog histograms = RunEvent.HistogramLog.of("x.hlog", Map.of("calls", "7", "p99.9", "9"));
        assertThat(histograms.p999()).isEqualTo(9);
        CellKey cell = CellKey.of("a.B.c", "ss", Map.of("comm", "local", "ranks", "2", "k", "v"), 1);
        List<RunEvent> all = List.of(
                new RunEvent.Resume("now", List.of("other"), new Provenance("1", "2", "3", "4", Map.of("a", "b"))),
                new RunEvent.Planned(
                        cell.id(),
                        "a.B.c",
                        "ss",
                        Map.of("k", "v"),
                        "local",
                        2,
                        1,
                        true,
                        "none",
                        "s",
                        "t",
                        "rank 0",
                        "u",
                        "spinning",
                        "shared memory"),
                RunEvent.Pilot.ok(cell, found),
                RunEvent.Pilot.failed(cell, failure),
                new RunEvent.Plan(3, 2, 1, 0.5, 4, List.of(new RunEvent.PlannedCell(cell.id(), 2, 1.5))),
                new RunEvent.Cut(cell.id(), 1, 2, "spent"),
                new RunEvent.Launch(
                        cell.id(), 1, "x", 1, RunEvent.Outcome.ok, new RunEvent.Score(1.0, "us/op", true, "ab"), null),
                new RunEvent.Launch(cell.id(), 2, "x", 1, RunEvent.Outcome.failed, null, failure),
                new RunEvent.Distribution(
                        cell.id(),
                        1,
                        1,
                        RunEvent.Outcome.ok,
                        histograms,
                        List.of(PlacementChoice.Readings.of(62, Double.NaN)),
                        null),
                new RunEvent.Distribution(
                        cell.id(), 2, 1, RunEvent.Outcome.failed, null, List.of(), Failure.of("boom")),
                END);
        try (EventLog log = EventLog.create(file)) {
            for (RunEvent event : all) {
                log.append(event);
            }
        }
        assertThat(EventLog.read(file).events()).isEqualTo(all);
        assertThat(((RunEvent.Planned) all.get(1)).key()).isEqualTo(cell);
    }

    @Test
    void aJournalThatCannotBeWrittenSaysSo() throws IOException {
        EventLog log = EventLog.create(file);
        log.close();
        assertThatThrownBy(() -> log.append(END)).isInstanceOf(IOException.class);
    }

    /** Reports took a last line without its end for whole, and a run that goes on cut it away. */
    @Test
    void aLastLineWithoutItsEndIsNoEvent() throws IOException {
        Files.writeString(file, "{\"event\":\"resume\"}\n{\"event\":\"end\",\"exit\":0}");
        EventLog.Contents contents = EventLog.read(file);
        assertThat(contents.torn()).isTrue();
        assertThat(contents.events()).hasSize(1);
        assertThat(RunState.of(contents.events()).isComplete()).isFalse();
        try (EventLog log = EventLog.resume(file, contents.wholeBytes())) {
            log.append(END);
        }
        assertThat(EventLog.read(file).torn()).isFalse();
        assertThat(EventLog.read(file).events()).hasSize(2).endsWith(END);
    }

    /** Reports skipped them, and a run that goes on refused. */
    @Test
    void blankLinesAreSkippedAndCounted() throws IOException {
        Files.writeString(file, "\n{\"event\":\"resume\"}\n \r\n{\"event\":\"from the future\"}\nx\n");
        assertThatThrownBy(() -> EventLog.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 5: expected well-formed JSON");
        Files.writeString(file, "\n{\"event\":\"resume\"}\n \r\n{\"event\":\"from the future\"}\n");
        assertThat(EventLog.read(file).events()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | line 1: expected an object, found []",
                "{\"event\":1} | line 1: expected an object with a text \"event\"",
                "{\"event\":\"pilot\",\"status\":\"ok\"} | line 1: expected a field \"cell\"",
                "{\"event\":\"launch\",\"cell\":\"c\",\"fork\":1,\"status\":\"fine\"} | line 1, /status: expected \"ok\" or \"failed\", found \"fine\"",
                "{\"event\":\"end\",\"event\":\"end\"} | line 1: expected well-formed JSON, found Duplicate"
            })
    void whatIsWrongIsNamed(String line, String message) throws IOException {
        Files.writeString(file, line + "\n");
        assertThatThrownBy(() -> EventLog.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }
}
