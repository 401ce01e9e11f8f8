package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines of benchmarks that have a parameter {@code transport}: transports beside each other, by family. */
final class TransportLines {
    private static final String TRANSPORT = "transport";

    private static final List<String> FAMILIES = List.of("memory", "sockets", "message passing", "others");

    /** By name, without options; an outsider's is one of the others. */
    private static final Map<String, Integer> FAMILY =
            Map.of("inproc", 0, "shm", 0, "nio", 1, "socket", 1, "socket-open-close", 1, "uds", 1, "communicator", 2);

    private TransportLines() {}

    /**
     * A line.
     *
     * @param name for the legend, without what all of its chart have in common
     * @param hue one for each transport
     * @param family an index
     * @param cells of different sizes
     */
    record Line(String name, int hue, int family, List<Cell> cells) {}

    /** The lines of a chart. */
    record Part(List<Line> lines) {
        /** All cells. */
        List<Cell> cells() {
            return lines.stream().flatMap(line -> line.cells().stream()).toList();
        }

        /** The families that there are, with their series. */
        List<Chart.Family> families() {
            Map<Integer, List<String>> names = lines.stream()
                    .collect(Collectors.groupingBy(
                            Line::family,
                            TreeMap::new,
                            Collectors.mapping(line -> line.name() + marks(line.cells()), Collectors.toList())));
            return names.entrySet().stream()
                    .map(family -> new Chart.Family(FAMILIES.get(family.getKey()), family.getValue()))
                    .toList();
        }
    }

    static String marks(Collection<Cell> cells) {
        return Names.marks(cells, Cell.Flag.OVERSUBSCRIBED, Cell.Flag.EMULATED);
    }

    /** Whether these are lines of several transports. */
    static boolean shows(Collection<List<Cell>> lines) {
        return lines.stream().map(TransportLines::transport).distinct().count() > 1
                && lines.stream().noneMatch(cells -> transport(cells).isEmpty());
    }

    /**
     * The lines of each chart, by what stands in its title.
     *
     * @param most with more lines than this, each column has a chart of its own
     */
    static Map<String, Part> parts(Collection<List<Cell>> all, int most) {
        List<String> transports = all.stream()
                .map(TransportLines::transport)
                .distinct()
                .sorted(Comparator.comparing(TransportLines::family).thenComparing(name -> name))
                .toList();
        boolean apart = all.size() > most
                || all.stream().map(cells -> cells.get(0).column()).distinct().count() == 1;
        Map<String, List<Line>> lines = new LinkedHashMap<>();
        for (String transport : transports) {
            all.stream().filter(cells -> transport(cells).equals(transport)).forEach(cells -> {
                String where = cells.get(0).column().label();
                String others = Names.others(cells.get(0).key().row().without(TRANSPORT));
                lines.computeIfAbsent(joined(others, apart ? where : ""), title -> new ArrayList<>())
                        .add(new Line(
                                joined(transport, apart ? "" : where),
                                transports.indexOf(transport),
                                family(transport),
                                cells));
            });
        }
        Map<String, Part> parts = new LinkedHashMap<>();
        lines.forEach((title, some) -> parts.put(title, new Part(some)));
        return parts;
    }

    private static String transport(List<Cell> cells) {
        return cells.get(0).key().params().getOrDefault(TRANSPORT, "");
    }

    private static int family(String transport) {
        return FAMILY.getOrDefault(transport.replaceFirst(":.*", ""), FAMILIES.size() - 1);
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" · "));
    }
}
