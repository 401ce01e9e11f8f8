package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.harness.Reported;
import dev.lockstep.harness.link.RankEnvironment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.Result;

/** The events of a run, in the words of journal.jsonl. */
final class JournalEvents {
    private static final int INTERRUPTED = 130;

    /** The first that is named has failed; where none moved, all are. */
    private static final Pattern RANK = Pattern.compile("^(?!no rank\\b).*?\\brank (\\d+)\\b", Pattern.DOTALL);

    private final Journal journal;

    JournalEvents(Journal journal) {
        this.journal = journal;
    }

    void start(Provenance provenance, RunOptions options, List<String> arguments, int cells) {
        journal.write("start", line -> {
            line.put("lockstep", provenance.json().path("lockstep").asText());
            now(line)
                    .put("command", System.getProperty("lockstep.command", "unknown"))
                    .put("cells", cells)
                    .put("seed", options.plan().seed())
                    .put("shard", options.plan().shard().toString())
                    .set("options", OptionsJson.of(options));
            ArrayNode typed = line.putArray("arguments");
            arguments.forEach(typed::add);
            line.set("provenance", provenance.json());
        });
    }

    /** The run goes on, after whatever had ended it. */
    void resume(Provenance provenance, List<String> differences) {
        journal.write("resume", line -> {
            now(line);
            ArrayNode forced = line.putArray("differences");
            differences.forEach(forced::add);
            line.set("provenance", provenance.json());
        });
    }

    void leftOut(LeftOut what) {
        journal.write(
                "left-out",
                line -> line.put("what", what.what())
                        .put("reason", what.reason())
                        .put("remedy", what.remedy()));
    }

    static LeftOut leftOut(JsonNode event) {
        return new LeftOut(
                event.path("what").asText(),
                event.path("reason").asText(),
                event.path("remedy").asText());
    }

    void cell(Cell cell) {
        journal.write("cell", line -> {
            line.put("cell", cell.id())
                    .put("benchmark", cell.benchmark().name())
                    .put("mode", cell.benchmark().modeLabel());
            ObjectNode params = line.putObject("params");
            cell.params().forEach(params::put);
            boolean plain = cell.layout().comm().equals(RankEnvironment.NO_COMM);
            line.put("comm", plain ? null : cell.layout().comm())
                    .put("ranks", plain ? null : cell.layout().ranks())
                    .put("threads", cell.layout().threadsPerRank())
                    .put("oversubscribed", cell.layout().oversubscribed())
                    .put("synchronisation", cell.synchronisation())
                    .put(
                            "section",
                            cell.benchmark().reported().map(Reported::section).orElse(""))
                    .put(
                            "stage",
                            cell.benchmark().reported().map(Reported::stage).orElse(""));
        });
    }

    void pilot(Cell cell, PilotResult result) {
        journal.write("pilot", line -> {
            line.put("cell", cell.id());
            if (result instanceof PilotResult.Ready ready) {
                int operations = cell.benchmark().operationsPerCall();
                line.put("status", "ok")
                        .put("n", ready.n())
                        .put("chosenBy", ready.chosenBy())
                        .put("nanosPerOp", number(ready.nanosPerCall() / operations))
                        .put("nanosPerCall", number(ready.nanosPerCall()))
                        .put("wallNanosPerCall", number(ready.wallNanosPerCall()))
                        .put("floorNanos", number(ready.floorNanos()))
                        .put("checkedThreads", ready.checkedThreads());
                if (cell.benchmark().ranked()) {
                    line.put("selfCheck", ready.checkedThreads() > 0 ? "passed" : "none");
                }
            } else if (result instanceof PilotResult.Failed failed) {
                line.put("status", "failed").put("reason", failed.reason()).put("rank", rank(failed.reason()));
            }
        });
    }

    /** What {@link #pilot(Cell, PilotResult)} wrote. */
    static PilotResult pilot(JournalLines from, JsonNode event) {
        if (!from.need(event, "status").asText().equals("ok")) {
            return new PilotResult.Failed(event.path("reason").asText("no reason given"));
        }
        return new PilotResult.Ready(
                from.need(event, "n").asInt(),
                from.need(event, "chosenBy").asText(),
                event.path("nanosPerCall").asDouble(Double.NaN),
                event.path("wallNanosPerCall").asDouble(Double.NaN),
                event.path("floorNanos").asDouble(Double.NaN),
                event.path("checkedThreads").asInt());
    }

    /** How many launches each cell is to have: settled before any of them. */
    void plan(ForkPlan plan, RunOptions options, double spentSeconds) {
        journal.write("plan", line -> {
            line.put("asked", options.effort().forks())
                    .put("forks", plan.forks())
                    .put("budgetSeconds", options.plan().budgetMillis() / 1e3)
                    .put("spentSeconds", spentSeconds)
                    .put("expectedSeconds", plan.total());
            ArrayNode cells = line.putArray("cells");
            plan.seconds()
                    .forEach((cell, seconds) -> cells.addObject()
                            .put("cell", cell.id())
                            .put("forks", plan.forks(cell))
                            .put("seconds", seconds));
        });
    }

    /** What {@link #plan(ForkPlan, RunOptions, double)} wrote; cells that it does not know are planned like the others. */
    static ForkPlan plan(JsonNode event, Map<Cell, Double> seconds, Optional<Versus> versus) {
        Set<String> leftOut = new HashSet<>();
        event.path("cells").forEach(cell -> {
            if (cell.path("forks").asInt() == 0) {
                leftOut.add(cell.path("cell").asText());
            }
        });
        return new ForkPlan(
                event.path("forks").asInt(),
                seconds,
                seconds.keySet().stream().filter(c -> leftOut.contains(c.id())).toList(),
                versus);
    }

    /** The budget is spent: a cell has fewer launches than it was to have. */
    void cut(Cell cell, int forks, int planned, String reason) {
        journal.write(
                "cut",
                line -> line.put("cell", cell.id())
                        .put("forks", forks)
                        .put("planned", planned)
                        .put("reason", reason));
    }

    void launch(Cell cell, int fork, ForkOutcome outcome, Path folder, Optional<StoredFork> stored) {
        journal.write("launch", line -> {
            line.put("cell", cell.id())
                    .put("fork", fork)
                    .put("folder", folder.toString())
                    .put("seconds", outcome.seconds());
            if (outcome.ok()) {
                Result<?> score = outcome.result().get().getPrimaryResult();
                line.put("status", "ok")
                        .put("score", score.getScore())
                        .put("unit", score.getScoreUnit())
                        .put("warmupFalling", outcome.warmupFalling())
                        .put("sha256", stored.map(StoredFork::sha256).orElse(null));
            } else {
                String reason = outcome.reason().orElse("no reason given");
                line.put("status", "failed").put("reason", reason).put("rank", rank(reason));
            }
        });
    }

    /** A launch that timed each operation; facts are those of {@link dev.lockstep.harness.relay.Distribution}, times in nanoseconds. */
    void distribution(Cell cell, int fork, ForkOutcome outcome, String file, Map<String, String> facts) {
        journal.write("distribution", line -> {
            line.put("cell", cell.id()).put("fork", fork).put("seconds", outcome.seconds());
            if (outcome.ok()) {
                line.put("status", "ok").put("file", file);
                facts.forEach((name, value) -> line.put(name, Long.parseLong(value)));
            } else {
                String reason = outcome.reason().orElse("no reason given");
                line.put("status", "failed").put("reason", reason).put("rank", rank(reason));
            }
        });
    }

    void end(int exit) {
        journal.write("end", line -> now(line).put("exit", exit).put("interrupted", false));
    }

    void interrupted() {
        journal.write("end", line -> now(line).put("exit", INTERRUPTED).put("interrupted", true));
    }

    private static ObjectNode now(ObjectNode line) {
        return line.put("time", Instant.now().toString());
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Integer rank(String reason) {
        Matcher m = RANK.matcher(reason);
        return m.find() ? Integer.valueOf(m.group(1)) : null;
    }
}
