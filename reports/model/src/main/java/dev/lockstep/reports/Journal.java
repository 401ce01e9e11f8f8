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

    /** How the run ended, if it did; a resumed run ends more than once, and the last counts. */
    public Optional<JournalEvent.End> end() {
        return all(JournalEvent.End.class).reduce((first, second) -> second);
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
        for (JournalEvent event : events) {
            if (event instanceof JournalEvent.Pilot pilot) {
                pilots.put(pilot.cell(), pilot);
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
                                List.copyOf(launches.getOrDefault(cell.id(), Map.of())
                                        .values()))));
        return cells;
    }
}
