package dev.lockstep.harness.execute;

import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.PilotPlan;
import dev.lockstep.harness.rank.RankMain;
import dev.lockstep.harness.record.ForkOutcome;
import dev.lockstep.harness.relay.Job;
import dev.lockstep.harness.relay.JobSpec;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.run.RunEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.CompilerHints;

/** Cells whose ranks are JVMs, or threads of one. */
final class JmhExecutor implements CellExecutor {
    private final RunOptions options;

    JmhExecutor(RunOptions options) {
        this.options = options;
    }

    @Override
    public List<Cell> calibrate(JobSpec spec, List<Cell> cells, BiConsumer<Cell, RunEvent.Pilot> report)
            throws IOException, InterruptedException {
        RankLayout layout = cells.get(0).layout();
        PilotPlan plan = new PilotPlan(
                layout.comm(),
                CellExecutor.limits(options, cells),
                options.launch().iterationTimeoutSeconds(),
                cells.stream()
                        .map(c -> new PilotPlan.Cell(c.id(), c.benchmark().name(), c.params()))
                        .toList());
        try (Job job = Job.pilot(spec, layout, plan)) {
            Path log = spec.folder().resolve("pilot.log");
            int exit = job.start(command(layout), RankMain.PILOT, log).await();
            job.fail("the launcher ended with exit code " + exit + "; see " + log);
            return settle(cells, job, report);
        } catch (IllegalStateException e) {
            cells.forEach(c -> report.accept(c, PilotResult.failed(c, e.getMessage())));
            return List.of();
        }
    }

    @Override
    public ForkOutcome run(Cell cell, RunEvent.Calibration pilot, JobSpec spec) throws IOException {
        return new ForkRun(options).run(cell, pilot, spec);
    }

    @Override
    public String command(Cell cell, LaunchPlan plan) {
        return Stream.of(
                        List.of(plan.commandLine()),
                        List.of(options.jvm().executable()),
                        plan.jvmOptions(),
                        options.jvmArgs(cell.layout()),
                        List.of("..."))
                .flatMap(List::stream)
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }

    @Override
    public Optional<String> obstacle() {
        return Optional.empty();
    }

    @Override
    public RankLayout surveyed(RankLayout layout) {
        return layout;
    }

    private List<String> command(RankLayout layout) {
        List<String> command = new ArrayList<>(List.of(options.jvm().executable()));
        command.addAll(options.jvmArgs(layout));
        // As JMH does for a fork: without them the pilot would count, and read a floor of, other code than is measured.
        CompilerHints.addCompilerHints(command);
        return command;
    }

    private List<Cell> settle(List<Cell> cells, Job job, BiConsumer<Cell, RunEvent.Pilot> report) {
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
        report.accept(culprit, PilotResult.failed(culprit, reason));
        left.remove(culprit);
        return left;
    }

    private RunEvent.Pilot ready(Cell cell, Map<String, String> answer) {
        return PilotResult.ready(
                options,
                cell,
                Double.parseDouble(answer.get("nanosPerOp")),
                Double.parseDouble(answer.get("wallNanosPerOp")),
                Integer.parseInt(answer.get("checks")),
                Optional.ofNullable(answer.get("steady"))
                        .map(reached -> new RunEvent.Steady(
                                Long.parseLong(answer.get("steadyCalls")),
                                Long.parseLong(answer.get("steadyNanos")) / 1e6,
                                Boolean.parseBoolean(reached))));
    }
}
