package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.harness.link.RankEnvironment;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.Result;

/** The events of a run, in the words of journal.jsonl. */
final class JournalEvents {
    private static final int INTERRUPTED = 130;
    private static final Pattern RANK = Pattern.compile("\\brank (\\d+)\\b");

    private final Journal journal;

    JournalEvents(Journal journal) {
        this.journal = journal;
    }

    void start(String version, int cells) {
        journal.write(
                "start",
                line -> line.put("lockstep", version)
                        .put("time", Instant.now().toString())
                        .put("command", System.getProperty("lockstep.command", "unknown"))
                        .put("cells", cells));
    }

    void leftOut(LeftOut what) {
        journal.write(
                "left-out",
                line -> line.put("what", what.what())
                        .put("reason", what.reason())
                        .put("remedy", what.remedy()));
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
                    .put("synchronisation", cell.synchronisation());
        });
    }

    void pilot(Cell cell, PilotResult result) {
        journal.write("pilot", line -> {
            line.put("cell", cell.id());
            if (result instanceof PilotResult.Ready ready) {
                line.put("status", "ok")
                        .put("n", ready.n())
                        .put("chosenBy", ready.chosenBy())
                        .put(
                                "nanosPerOp",
                                number(ready.nanosPerCall() / cell.benchmark().operationsPerCall()))
                        .put("floorNanos", number(ready.floorNanos()));
                if (cell.benchmark().ranked()) {
                    line.put("selfCheck", ready.checkedThreads() > 0 ? "passed" : "none");
                }
            } else if (result instanceof PilotResult.Failed failed) {
                line.put("status", "failed").put("reason", failed.reason()).put("rank", rank(failed.reason()));
            }
        });
    }

    void launch(Cell cell, int fork, ForkOutcome outcome) {
        journal.write("launch", line -> {
            line.put("cell", cell.id()).put("fork", fork).put("seconds", outcome.seconds());
            if (outcome.ok()) {
                Result<?> score = outcome.result().get().getPrimaryResult();
                line.put("status", "ok")
                        .put("score", score.getScore())
                        .put("unit", score.getScoreUnit())
                        .put("warmupFalling", outcome.warmupFalling());
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
        end(exit, false);
    }

    /** The JVM is ending in mid-run: what its ranks do from now on is no failure of theirs, so nothing more is written. */
    void interrupted() {
        end(INTERRUPTED, true);
        journal.seal();
    }

    private void end(int exit, boolean interrupted) {
        journal.write(
                "end",
                line -> line.put("time", Instant.now().toString())
                        .put("exit", exit)
                        .put("interrupted", interrupted));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static Integer rank(String reason) {
        Matcher m = RANK.matcher(reason);
        return m.find() ? Integer.valueOf(m.group(1)) : null;
    }
}
