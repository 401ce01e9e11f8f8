package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.PilotPlan;
import dev.lockstep.harness.rank.RankMain;
import dev.lockstep.harness.reference.ReferenceLine;
import dev.lockstep.harness.relay.Job;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Runs the pilots: one launch for all cells of the same communicator, ranks and threads. A cell that fails ends its launch; the cells after it get another.
 */
final class Pilots {
    private final RunOptions options;
    private final Path folder;
    private final BiConsumer<Cell, RunEvent.Pilot> report;
    private int launches;

    Pilots(RunOptions options, Path folder, BiConsumer<Cell, RunEvent.Pilot> report) {
        this.options = options;
        this.folder = folder;
        this.report = report;
    }

    /** Reports every cell, in an order of its own. */
    void run(List<Cell> cells) throws IOException, InterruptedException {
        Map<RankLayout, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : cells) {
            if (cell.benchmark().ranked()) {
                groups.computeIfAbsent(cell.layout(), l -> new ArrayList<>()).add(cell);
            } else {
                report.accept(cell, RunEvent.Pilot.ok(cell.key(), RunEvent.Calibration.BY_TIME));
            }
        }
        for (Map.Entry<RankLayout, List<Cell>> group : groups.entrySet()) {
            List<Cell> left = group.getValue();
            while (!left.isEmpty()) {
                left = launch(group.getKey(), left);
            }
        }
    }

    /** One launch; returns the cells that it did not come to. */
    private List<Cell> launch(RankLayout layout, List<Cell> cells) throws IOException, InterruptedException {
        Path here = unused();
        JobSpec spec = options.launch().on(layout.hosts()).job(here, 0);
        if (ReferenceRun.is(cells.get(0))) {
            return reference(spec, cells);
        }
        PilotPlan plan = new PilotPlan(
                layout.comm(),
                cells.stream().anyMatch(c -> c.benchmark().synchronised()),
                options.launch().iterationTimeoutSeconds(),
                cells.stream()
                        .map(c -> new PilotPlan.Cell(c.id(), c.benchmark().name(), c.params()))
                        .toList());
        try (Job job = Job.pilot(spec, layout, plan)) {
            Path log = here.resolve("pilot.log");
            int exit = job.start(command(), RankMain.PILOT, log).await();
            job.fail("the launcher ended with exit code " + exit + "; see " + log);
            return settle(cells, job);
        } catch (IllegalStateException e) {
            cells.forEach(c -> fail(c, e.getMessage()));
            return List.of();
        }
    }

    /** The same for cells of the C reference. */
    private List<Cell> reference(JobSpec spec, List<Cell> cells) throws IOException {
        List<Cell> left = new ArrayList<>(cells);
        try {
            ReferencePilot.Found found = ReferencePilot.run(spec, cells);
            for (ReferencePilot.PilotAnswer answer : found.answers()) {
                left.remove(answer.cell());
                report.accept(answer.cell(), result(answer));
            }
            if (found.failure().isPresent() && !left.isEmpty()) {
                fail(left.remove(0), found.failure().get());
            }
            return left;
        } catch (IllegalStateException e) {
            left.forEach(c -> fail(c, e.getMessage()));
            return List.of();
        }
    }

    private RunEvent.Pilot result(ReferencePilot.PilotAnswer answer) {
        ReferenceLine.Cost cost = answer.cost();
        return cost == null
                ? failed(answer.cell(), answer.reason())
                : ready(answer.cell(), cost.nanosPerCall(), cost.wallNanosPerCall(), answer.floor(), cost.checks());
    }

    /** A resumed run has pilots of its own. */
    private Path unused() {
        Path here = folder.resolve("pilot-" + ++launches);
        return Files.exists(here) ? unused() : here;
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(options.jvm().executable()));
        command.addAll(options.jvmArgs());
        return command;
    }

    private List<Cell> settle(List<Cell> cells, Job job) {
        Map<String, Map<String, String>> found = job.found();
        List<Cell> left = new ArrayList<>();
        for (Cell cell : cells) {
            if (found.containsKey(cell.id())) {
                report.accept(cell, ready(cell, found.get(cell.id())));
            } else {
                left.add(cell);
            }
        }
        if (left.isEmpty()) {
            return left;
        }
        String reason = job.failure().orElse("the pilot ended without an answer for it");
        // The cell that a rank names has failed, though another rank may not have answered for an earlier one yet. If
        // none is named: they are tried in order.
        Cell culprit = left.stream()
                .filter(c -> reason.contains(c.id() + ": "))
                .findFirst()
                .orElse(left.get(0));
        fail(culprit, reason);
        left.remove(culprit);
        return left;
    }

    private RunEvent.Pilot ready(Cell cell, Map<String, String> answer) {
        double floor = cell.benchmark().synchronised() ? Double.parseDouble(answer.get("floorNanos")) : Double.NaN;
        return ready(
                cell,
                Double.parseDouble(answer.get("nanosPerOp")),
                Double.parseDouble(answer.get("wallNanosPerOp")),
                floor,
                Integer.parseInt(answer.get("checks")));
    }

    private RunEvent.Pilot ready(Cell cell, double nanos, double wallNanos, double floor, int checked) {
        int threads = cell.layout().ranks() * cell.layout().threadsPerRank();
        if (checked != 0 && checked != threads) {
            return failed(cell, "only " + checked + " of " + threads + " threads ran their self-check");
        }
        return RunEvent.Pilot.ok(
                cell.key(),
                new RunEvent.Calibration(
                        options.ops().count(cell, wallNanos, options.effort().iterationMillis()),
                        options.ops().chosenBy(),
                        number(nanos / cell.benchmark().operationsPerCall()),
                        number(nanos),
                        number(wallNanos),
                        number(floor),
                        checked,
                        checked > 0 ? "passed" : "none"));
    }

    private static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private void fail(Cell cell, String reason) {
        report.accept(cell, failed(cell, reason));
    }

    private static RunEvent.Pilot failed(Cell cell, String reason) {
        return RunEvent.Pilot.failed(cell.key(), Blame.of(reason));
    }
}
