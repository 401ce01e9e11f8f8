package dev.lockstep.reports;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Reads {@code journal.jsonl}: one JSON object per line. Events and fields it does not know are skipped. */
final class JournalReader {
    private JournalReader() {}

    static Journal read(Path file) throws IOException {
        // A line that breaks off may do so within a character.
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> lines = text.lines().toList();
        List<JournalEvent> events = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).isBlank()) {
                continue;
            }
            JsonAt line;
            try {
                line = JsonAt.parse(file, "line " + (i + 1), lines.get(i)).asObject();
            } catch (InvalidInputException e) {
                // Lines are appended whole: only the last can break off, and then it has no line end.
                if (i == lines.size() - 1 && !text.endsWith("\n")) {
                    return new Journal(events, true);
                }
                throw e;
            }
            event(line).ifPresent(events::add);
        }
        return new Journal(events, false);
    }

    private static Optional<JournalEvent> event(JsonAt line) throws InvalidInputException {
        return Optional.ofNullable(
                switch (line.get("event").text("")) {
                    case "start" ->
                        new JournalEvent.Start(
                                line.get("time").text(""),
                                line.get("command").text(""),
                                line.get("cells").integer(0),
                                versus(line.get("options").get("versus")));
                    case "cell" -> cell(line);
                    case "pilot" -> pilot(line);
                    case "launch" ->
                        new JournalEvent.Launch(
                                line.get("cell").text(),
                                line.get("fork").integer(0),
                                ok(line),
                                line.get("reason").text(""),
                                line.get("rank").text(""),
                                line.get("warmupFalling").flag());
                    case "plan" -> plan(line);
                    case "cut" ->
                        new JournalEvent.Cut(
                                line.get("cell").text(),
                                line.get("forks").integer(0),
                                line.get("reason").text(""));
                    case "resume" -> new JournalEvent.Resume();
                    case "distribution" ->
                        new JournalEvent.Distribution(
                                line.get("cell").text(),
                                line.get("fork").integer(0),
                                ok(line),
                                line.get("reason").text(""),
                                line.get("file").text(""),
                                count(line, "iterations"),
                                count(line, "calls"),
                                count(line, "recorded"));
                    case "left-out" ->
                        new JournalEvent.LeftOut(
                                line.get("what").text(),
                                line.get("reason").text(""),
                                line.get("remedy").text(""));
                    case "end" ->
                        new JournalEvent.End(
                                line.get("exit").integer(0),
                                line.get("interrupted").flag());
                    default -> null;
                });
    }

    private static Optional<Versus> versus(JsonAt versus) throws InvalidInputException {
        return versus.isPresent()
                ? Optional.of(new Versus(
                        versus.get("name").text(), versus.get("value").text()))
                : Optional.empty();
    }

    private static JournalEvent.Cell cell(JsonAt line) throws InvalidInputException {
        Map<String, String> params = new TreeMap<>(JmhResultReader.texts(line.get("params")));
        for (String own : List.of("comm", "ranks")) {
            if (line.get(own).isPresent()) {
                params.put(own, line.get(own).text());
            }
        }
        CellKey key = CellKey.of(
                line.get("benchmark").text(),
                line.get("mode").text(),
                params,
                line.get("threads").integer(1));
        return new JournalEvent.Cell(
                line.get("cell").text(),
                key,
                line.get("oversubscribed").flag(),
                line.get("synchronisation").text(""),
                line.get("section").isPresent()
                        ? new Reported(
                                line.get("section").text(), line.get("stage").text(""))
                        : Reported.byName(key.row().benchmark()));
    }

    private static JournalEvent.Pilot pilot(JsonAt line) throws InvalidInputException {
        Optional<Double> floor = line.get("floorNanos").numberIfPresent();
        return new JournalEvent.Pilot(
                line.get("cell").text(),
                ok(line),
                count(line, "n"),
                line.get("chosenBy").text(""),
                floor.isPresent() ? OptionalDouble.of(floor.get()) : OptionalDouble.empty(),
                line.get("selfCheck").text(""),
                line.get("reason").text(""));
    }

    private static JournalEvent.Plan plan(JsonAt line) throws InvalidInputException {
        Map<String, Integer> cells = new TreeMap<>();
        for (JsonAt cell : line.get("cells").elements()) {
            cells.put(cell.get("cell").text(), cell.get("forks").integer(0));
        }
        return new JournalEvent.Plan(
                line.get("asked").integer(0),
                line.get("forks").integer(0),
                line.get("budgetSeconds").numberIfPresent().orElse(0.0),
                cells);
    }

    private static long count(JsonAt line, String field) throws InvalidInputException {
        return line.get(field).numberIfPresent().orElse(0.0).longValue();
    }

    private static boolean ok(JsonAt line) throws InvalidInputException {
        String status = line.get("status").text();
        if (!status.equals("ok") && !status.equals("failed")) {
            throw line.get("status").wrong("\"ok\" or \"failed\"");
        }
        return status.equals("ok");
    }
}
