package dev.lockstep.reports;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run noted down as it went.
 *
 * @param events in the order they were written
 * @param unfinishedLine whether the last line breaks off, as after a crash
 */
public record Journal(List<JournalEvent> events, boolean unfinishedLine) {
    /** Copies the events. */
    public Journal {
        events = List.copyOf(events);
    }

    /** The events of one kind. */
    public <E extends JournalEvent> Stream<E> all(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** How the run ended, if it did: a run that was resumed since has not. */
    public Optional<JournalEvent.End> end() {
        return events.stream()
                .filter(e -> e instanceof JournalEvent.End || e instanceof JournalEvent.Resume)
                .reduce((first, second) -> second)
                .filter(JournalEvent.End.class::isInstance)
                .map(JournalEvent.End.class::cast);
    }

    /** Whether it came to its end. */
    public boolean complete() {
        return end().isPresent() && !end().get().interrupted();
    }

    /** What is still to be done, in words; nothing for a run that came to its end. */
    public Optional<String> unfinished() {
        if (complete()) {
            return Optional.empty();
        }
        Map<CellKey, CellRecord> cells = cells();
        List<String> missing = cells.entrySet().stream()
                .filter(cell -> cell.getValue().unfinished())
                .map(cell -> cell.getKey()
                        + (cell.getValue().fewerForks()
                                ? " (" + cell.getValue().launches().size() + " of "
                                        + cell.getValue().forks().orElse(0) + " forks)"
                                : ""))
                .toList();
        int planned = all(JournalEvent.Start.class)
                .mapToInt(JournalEvent.Start::cells)
                .max()
                .orElse(0);
        int unknown = Math.max(0, planned - cells.size());
        if (missing.isEmpty() && unknown == 0) {
            return Optional.of("The run is incomplete: its cells are finished, but it did not come to its end."
                    + " It goes on with --resume.");
        }
        return Optional.of("The run is incomplete: " + (missing.size() + unknown) + " of "
                + Math.max(planned, cells.size()) + " cells are not finished"
                + (missing.isEmpty() ? "" : ": " + String.join("; ", missing))
                + (unknown == 0 ? "" : "; " + unknown + " are not even named in the journal")
                + ". It goes on with --resume.");
    }

    /** The launches that timed each operation, the last of each fork, by cell. */
    Map<CellKey, List<JournalEvent.Distribution>> distributions() {
        Map<String, CellKey> keys = new HashMap<>();
        all(JournalEvent.Cell.class).forEach(cell -> keys.put(cell.id(), cell.key()));
        Map<CellKey, Map<Integer, JournalEvent.Distribution>> last = new LinkedHashMap<>();
        all(JournalEvent.Distribution.class)
                .filter(launch -> keys.containsKey(launch.cell()))
                .forEach(launch -> last.computeIfAbsent(keys.get(launch.cell()), key -> new LinkedHashMap<>())
                        .put(launch.fork(), launch));
        Map<CellKey, List<JournalEvent.Distribution>> byCell = new LinkedHashMap<>();
        last.forEach((key, forks) -> byCell.put(key, List.copyOf(forks.values())));
        return byCell;
    }

    /** What the run compared within itself, if anything. */
    public Optional<Versus> versus() {
        return all(JournalEvent.Start.class)
                .flatMap(start -> start.versus().stream())
                .findFirst();
    }

    /** The numbers of the launches that ended well, in ascending order, by cell: those that JMH's raw data are of, in its order. */
    public Map<CellKey, List<Integer>> goodForks() {
        Map<CellKey, List<Integer>> forks = new LinkedHashMap<>();
        cells().forEach((key, record) -> forks.put(
                key,
                record.launches().stream()
                        .filter(JournalEvent.Launch::ok)
                        .map(JournalEvent.Launch::fork)
                        .sorted()
                        .toList()));
        return forks;
    }

    /** The cells that had more ranks times threads than cores. */
    public Set<CellKey> oversubscribed() {
        return all(JournalEvent.Cell.class)
                .filter(JournalEvent.Cell::oversubscribed)
                .map(JournalEvent.Cell::key)
                .collect(Collectors.toSet());
    }

    /** Why the cells that failed did so. */
    public Map<CellKey, String> failures() {
        Map<CellKey, String> failures = new LinkedHashMap<>();
        cells().forEach((key, record) -> record.failure().ifPresent(reason -> failures.put(key, reason)));
        return failures;
    }

    /** What is known of every planned cell. A launch that was repeated (a resumed run) counts as it went last. */
    Map<CellKey, CellRecord> cells() {
        Map<String, JournalEvent.Pilot> pilots = new HashMap<>();
        Map<String, Map<Integer, JournalEvent.Launch>> launches = new HashMap<>();
        Map<String, Integer> forks = new HashMap<>();
        Map<String, JournalEvent.Cut> cut = new HashMap<>();
        for (JournalEvent event : events) {
            if (event instanceof JournalEvent.Pilot pilot) {
                pilots.put(pilot.cell(), pilot);
            } else if (event instanceof JournalEvent.Plan plan) {
                forks.putAll(plan.cells());
            } else if (event instanceof JournalEvent.Cut fewer) {
                cut.put(fewer.cell(), fewer);
            } else if (event instanceof JournalEvent.Launch launch) {
                launches.computeIfAbsent(launch.cell(), id -> new LinkedHashMap<>())
                        .put(launch.fork(), launch);
            }
        }
        Map<CellKey, CellRecord> cells = new LinkedHashMap<>();
        all(JournalEvent.Cell.class)
                .forEach(cell -> cells.put(
                        cell.key(),
                        new CellRecord(
                                cell,
                                Optional.ofNullable(pilots.get(cell.id())),
                                Optional.ofNullable(forks.get(cell.id())),
                                Optional.ofNullable(cut.get(cell.id())),
                                List.copyOf(launches.getOrDefault(cell.id(), Map.of())
                                        .values()))));
        return cells;
    }
}
