package dev.lockstep.reports;

import dev.lockstep.run.CellKey;
import dev.lockstep.run.CellState;
import dev.lockstep.run.Environment;
import dev.lockstep.run.EventLog;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.RunEvent;
import dev.lockstep.run.RunFolder;
import dev.lockstep.run.RunState;
import dev.lockstep.run.placement.PlacementChoice;
import dev.lockstep.run.placement.PlacementChoice.Probed;
import dev.lockstep.run.placement.Placements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Reads a run's folder, or JMH's JSON alone, once. */
final class RunReader {
    private final Path source;
    private final PlacementChoice.Wish placement;
    private final List<Path> files = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    RunReader(Path source, PlacementChoice.Wish placement) {
        this.source = source;
        this.placement = placement;
    }

    RunData read() throws IOException {
        if (Files.isRegularFile(source)) {
            List<JmhResult> results = JmhResultReader.read(source);
            notes.add(
                    "Read from a bare JMH result file: nothing is known of the environment, of single ranks, or of cells"
                            + " that failed.");
            files.add(source);
            return run(results, List.of(), Optional.empty(), Optional.empty());
        }
        Optional<List<JmhResult>> results = readIfThere(results(), JmhResultReader::read, "no cell has a score");
        Optional<List<RankRow>> ranks =
                readIfThere(RunFolder.RANKS, RankRow::read, "the scores of single ranks are unknown");
        Optional<Environment> environment =
                readIfThere(RunFolder.ENVIRONMENT, Environment::read, "the environment is unknown");
        Optional<EventLog.Contents> journal = readIfThere(
                RunFolder.JOURNAL,
                EventLog::read,
                "cells that failed or were left out, oversubscription, floors and self-checks are unknown");
        if (results.isEmpty() && journal.isEmpty()) {
            throw new InvalidInputException(source, "", RunFolder.RESULTS + " or " + RunFolder.JOURNAL, "neither");
        }
        if (journal.isPresent() && journal.get().torn()) {
            notes.add("The last line of " + RunFolder.JOURNAL + " breaks off: the run died while writing it.");
        }
        Optional<RunState> state = journal.map(log -> RunState.of(log.events()));
        state.ifPresent(this::noteEnd);
        return run(results.orElse(List.of()), ranks.orElse(List.of()), environment, state);
    }

    private String results() {
        return Files.isRegularFile(source.resolve(RunFolder.ALL)) ? RunFolder.ALL : RunFolder.RESULTS;
    }

    private RunData run(
            List<JmhResult> all, List<RankRow> ranks, Optional<Environment> environment, Optional<RunState> state)
            throws IOException {
        List<Probed> timed = state.map(RunState::byKey).orElse(Map.of()).entrySet().stream()
                .map(cell ->
                        probed(cell.getKey(), cell.getValue().distributions().values()))
                .toList();
        ChosenResults chosen = ChosenResults.of(all, timed, placement);
        state.ifPresent(run -> noteLag(run, chosen));
        Map<CellKey, Distribution> distributions = distributions(state, chosen.choice());
        return new RunData(
                source, files, chosen, ranks, environment, state, distributions, notes, new AtomicReference<>());
    }

    private Map<CellKey, Distribution> distributions(Optional<RunState> state, PlacementChoice choice)
            throws IOException {
        Map<CellKey, Distribution> distributions = new LinkedHashMap<>();
        for (Map.Entry<CellKey, CellState> cell :
                state.map(RunState::byKey).orElse(Map.of()).entrySet()) {
            SortedMap<Integer, RunEvent.Distribution> good = new TreeMap<>();
            for (Map.Entry<Integer, RunEvent.Distribution> entry :
                    cell.getValue().distributions().entrySet()) {
                RunEvent.Distribution launch = entry.getValue();
                if (launch.ok() && Files.notExists(source.resolve(launch.log().file()))) {
                    notes.add(launch.log().file() + " is missing: the times of its single operations are unknown.");
                } else if (launch.ok()) {
                    good.put(entry.getKey(), launch);
                }
            }
            if (!good.isEmpty()) {
                List<RunEvent.Distribution> launches = List.copyOf(good.values());
                PlacementChoice.Shown shown = shown(cell.getKey(), launches, choice);
                List<RunEvent.HistogramLog> logs = IntStream.range(0, launches.size())
                        .filter(i -> !shown.iterations().get(i).isEmpty())
                        .mapToObj(i -> launches.get(i).log())
                        .toList();
                distributions.put(cell.getKey(), DistributionReader.read(source, logs, elsewhere(shown)));
            }
        }
        if (!distributions.isEmpty()) {
            files.add(source.resolve(RunFolder.DISTRIBUTIONS));
        }
        return distributions;
    }

    /** A launch that was not probed has one iteration, which is shown. */
    private static PlacementChoice.Shown shown(
            CellKey cell, List<RunEvent.Distribution> launches, PlacementChoice choice) {
        return choice.shown(
                probed(cell, launches),
                launches.stream()
                        .map(launch -> Math.max(1, launch.probes().size()))
                        .toList());
    }

    private static Probed probed(CellKey cell, Collection<RunEvent.Distribution> launches) {
        return Probed.whole(
                cell.layout(),
                launches.stream().map(RunEvent.Distribution::probes).toList());
    }

    /** The file is written now and then, the journal after each launch. */
    private void noteLag(RunState run, ChosenResults chosen) {
        int missing = run.byKey().entrySet().stream()
                .mapToInt(cell -> ChosenResults.missing(
                        cell.getValue(), Optional.ofNullable(chosen.all().get(cell.getKey()))))
                .sum();
        if (missing > 0) {
            notes.add(RunFolder.RESULTS + " lacks " + missing + " launches that " + RunFolder.JOURNAL
                    + " has: the run was killed. --resume brings them in.");
        }
    }

    private static String elsewhere(PlacementChoice.Shown shown) {
        return shown.elsewhere()
                ? shown.placement().map(Placements.Placement::words).orElse("several placements")
                : "";
    }

    private void noteEnd(RunState run) {
        if (run.end().isEmpty()) {
            notes.add("The run did not end in an orderly way: " + RunFolder.JOURNAL + " has no end.");
        } else if (run.end().get().interrupted()) {
            notes.add("The run was interrupted.");
        }
        RunData.unfinished(run).ifPresent(notes::add);
        run.plan()
                .filter(plan -> plan.forks() < plan.asked())
                .ifPresent(plan -> notes.add(String.format(
                        Locale.ROOT,
                        "The budget of %.0f s had room for %d of %d forks of each cell.",
                        plan.budgetSeconds(),
                        plan.forks(),
                        plan.asked())));
    }

    private <T> Optional<T> readIfThere(String name, Reader<T> reader, String otherwise) throws IOException {
        Path file = source.resolve(name);
        if (!Files.isRegularFile(file)) {
            notes.add(name + " is missing: " + otherwise + ".");
            return Optional.empty();
        }
        T content = reader.read(file);
        files.add(file);
        return Optional.of(content);
    }

    @FunctionalInterface
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }
}
