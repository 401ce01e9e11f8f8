package dev.lockstep.harness.run;

import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.PilotPlan;
import dev.lockstep.harness.rank.RankMain;
import dev.lockstep.harness.relay.CappedOutputStream;
import dev.lockstep.harness.relay.Job;
import dev.lockstep.harness.relay.JobSpec;
import java.io.IOException;
import java.io.OutputStream;
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
    private final BiConsumer<Cell, PilotResult> report;
    private int launches;

    Pilots(RunOptions options, Path folder, BiConsumer<Cell, PilotResult> report) {
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
                report.accept(cell, PilotResult.Ready.BY_TIME);
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
        JobSpec spec = options.launch().job(here, 0);
        PilotPlan plan = new PilotPlan(
                layout.comm(),
                cells.stream().anyMatch(c -> c.benchmark().synchronised()),
                options.launch().iterationTimeoutSeconds(),
                cells.stream()
                        .map(c -> new PilotPlan.Cell(c.id(), c.benchmark().name(), c.params()))
                        .toList());
        try (Job job = Job.pilot(spec, layout, plan)) {
            Path log = here.resolve("pilot.log");
            int exit = start(job, log);
            job.fail("the launcher ended with exit code " + exit + "; see " + log);
            return settle(cells, job);
        } catch (IllegalStateException e) {
            cells.forEach(c -> report.accept(c, new PilotResult.Failed(e.getMessage())));
            return List.of();
        }
    }

    /** A resumed run has pilots of its own. */
    private Path unused() {
        Path here = folder.resolve("pilot-" + ++launches);
        return Files.exists(here) ? unused() : here;
    }

    private int start(Job job, Path log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(job.script().toString());
        command.add(options.jvm().executable());
        command.addAll(options.jvmArgs());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RankMain.class.getName(), RankMain.PILOT));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream capped = new CappedOutputStream(
                Files.newOutputStream(log), options.launch().outputLimit())) {
            process.getInputStream().transferTo(capped);
        }
        return process.waitFor();
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
        report.accept(culprit, new PilotResult.Failed(reason));
        left.remove(culprit);
        return left;
    }

    private PilotResult ready(Cell cell, Map<String, String> answer) {
        double nanos = Double.parseDouble(answer.get("nanosPerOp"));
        double wallNanos = Double.parseDouble(answer.get("wallNanosPerOp"));
        int checked = Integer.parseInt(answer.get("checks"));
        int threads = cell.layout().ranks() * cell.layout().threadsPerRank();
        if (checked != 0 && checked != threads) {
            return new PilotResult.Failed("only " + checked + " of " + threads + " threads ran their self-check");
        }
        double floor = cell.benchmark().synchronised() ? Double.parseDouble(answer.get("floorNanos")) : Double.NaN;
        return new PilotResult.Ready(
                options.ops().count(cell, wallNanos, options.effort().iterationMillis()),
                options.ops().chosenBy(),
                nanos,
                wallNanos,
                floor,
                checked);
    }
}
