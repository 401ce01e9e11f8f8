package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What a run's journal says has been done; empty for a run that begins. */
final class History {
    /**
     * A launch that is over.
     *
     * @param fork its number within its cell
     * @param folder of its files, as the journal names it
     * @param result what it measured; empty if it failed
     * @param reason why it failed
     * @param seconds how long it took
     */
    record Launch(int fork, Path folder, Optional<StoredFork> result, String reason, double seconds) {}

    private final Path folder;
    private final Optional<JournalLines> lines;
    private final Map<String, PilotResult> pilots = new LinkedHashMap<>();
    private final Map<String, Map<Integer, Launch>> launches = new LinkedHashMap<>();
    private final Map<String, Map<Integer, Boolean>> distributions = new LinkedHashMap<>();
    private final Set<String> cells = new LinkedHashSet<>();
    private final Map<String, Integer> cut = new LinkedHashMap<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private Optional<JsonNode> start = Optional.empty();
    private Optional<JsonNode> plan = Optional.empty();
    private double spent;
    private boolean ended;

    private History(Path folder, Optional<JournalLines> lines) {
        this.folder = folder;
        this.lines = lines;
    }

    /** Of a run that begins. */
    static History none(Path folder) {
        return new History(folder, Optional.empty());
    }

    /**
     * Reads it.
     *
     * @throws UsageException if the folder holds no run, or its journal is damaged
     */
    static History read(Path folder) throws IOException {
        requireRun(folder);
        Path file = folder.resolve(RunFolder.JOURNAL);
        JournalLines lines = JournalLines.read(file);
        History history = new History(folder, Optional.of(lines));
        lines.events().forEach(event -> history.take(lines, event));
        if (history.start.isEmpty()) {
            throw new UsageException(file + " breaks off before the run began, so there is nothing to resume; remove "
                    + folder + " and run again");
        }
        return history;
    }

    static void requireRun(Path folder) throws IOException {
        if (!Files.exists(folder.resolve(RunFolder.JOURNAL))) {
            throw new UsageException(folder + " holds no run: there is no " + RunFolder.JOURNAL
                    + "; name the folder of one, or run without --resume");
        }
        Contained.require(folder);
    }

    private void take(JournalLines from, JsonNode event) {
        switch (event.path("event").asText()) {
            case "start" -> start = Optional.of(event);
            case "resume" -> ended = false;
            case "plan" -> {
                plan = Optional.of(event);
                // It counts all that came before.
                spent = event.path("spentSeconds").asDouble();
            }
            case "end" -> ended = !event.path("interrupted").asBoolean();
            case "left-out" -> leftOut.add(JournalEvents.leftOut(event));
            case "cell" -> cells.add(from.need(event, "cell").asText());
            case "cut" ->
                cut.put(
                        from.need(event, "cell").asText(),
                        from.need(event, "forks").asInt());
            case "pilot" -> pilots.put(from.need(event, "cell").asText(), JournalEvents.pilot(from, event));
            case "distribution" -> {
                spent += event.path("seconds").asDouble();
                if (!event.path("file").asText().isEmpty()) {
                    from.needBelow(Distributions.FOLDER, event, "file");
                }
                distributions
                        .computeIfAbsent(from.need(event, "cell").asText(), c -> new TreeMap<>())
                        .put(
                                from.need(event, "fork").asInt(),
                                from.need(event, "status").asText().equals("ok"));
            }
            case "launch" -> {
                Launch launch = launch(from, event);
                launches.computeIfAbsent(from.need(event, "cell").asText(), c -> new TreeMap<>())
                        .put(launch.fork(), launch);
                spent += launch.seconds();
            }
            default -> {
                // Of a version that knows more.
            }
        }
    }

    private Launch launch(JournalLines from, JsonNode event) {
        boolean ok = from.need(event, "status").asText().equals("ok");
        Path where = folder.resolve(from.needBelow(RunFolder.LAUNCHES, event, "folder"));
        return new Launch(
                from.need(event, "fork").asInt(),
                where,
                ok
                        ? Optional.of(new StoredFork(
                                where.resolve(StoredFork.NAME),
                                from.need(event, "sha256").asText()))
                        : Optional.empty(),
                event.path("reason").asText("no reason given"),
                event.path("seconds").asDouble());
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** How long the journal is without a line that breaks off. */
    long wholeBytes() {
        return lines.map(JournalLines::wholeBytes).orElse(0L);
    }

    /** All its events. */
    List<JsonNode> events() {
        return lines.map(JournalLines::events).orElse(List.of());
    }

    /** How the run began. */
    JsonNode start() {
        return start.orElseThrow(() -> new IllegalStateException("a run that begins has no start yet"));
    }

    /** A part of how the run began. */
    JsonNode began(String field) {
        return lines.orElseThrow().need(start(), field);
    }

    /** Whether it has come to its end, and has not been resumed since. */
    boolean ended() {
        return ended;
    }

    /** Their identifiers, in the order in which the journal first names them. */
    Set<String> cells() {
        return cells;
    }

    boolean knows(Cell cell) {
        return cells.contains(cell.id());
    }

    boolean knows(LeftOut what) {
        return leftOut.contains(what);
    }

    Optional<PilotResult> pilot(Cell cell) {
        return Optional.ofNullable(pilots.get(cell.id()));
    }

    /** Launches of a cell that are over, by fork; the last of each. */
    List<Launch> launches(Cell cell) {
        return List.copyOf(launches.getOrDefault(cell.id(), Map.of()).values());
    }

    /** Launches of a cell that timed each operation, by fork: whether they ended well. */
    Map<Integer, Boolean> distributions(Cell cell) {
        return distributions.getOrDefault(cell.id(), Map.of());
    }

    /** Whether the budget was spent before all distributions were there. */
    boolean leftOutDistributions() {
        return leftOut.stream().anyMatch(what -> what.what().equals(Distributions.ALL));
    }

    /** How many launches a cell was cut down to when the budget ran out. */
    Optional<Integer> cut(Cell cell) {
        return Optional.ofNullable(cut.get(cell.id()));
    }

    Optional<JsonNode> plan() {
        return plan;
    }

    /** Whether the plan speaks of all of these. */
    boolean hasPlanned(Collection<Cell> all) {
        Set<String> planned = new HashSet<>();
        plan.ifPresent(
                p -> p.path("cells").forEach(c -> planned.add(c.path("cell").asText())));
        return all.stream().allMatch(c -> planned.contains(c.id()));
    }

    /** Seconds that the run has taken, as far as they count against its budget. */
    double spent() {
        return spent;
    }
}
