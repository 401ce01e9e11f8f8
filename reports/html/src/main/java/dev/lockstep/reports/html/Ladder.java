package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.Reported;
import dev.lockstep.reports.Spread;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The first picture of a report: what a distributed JVM system waits for, from a cache line between two cores to an
 * object's way to another process; or, of a run of many transports, what a message takes over each. Bars on one logarithmic
 * axis. The cells are those of the stages that benchmarks declare, of the size, the payload and the number of ranks that
 * most of them share.
 *
 * @param what it is that takes so long, in words
 * @param groups of bars, from top to bottom; none is empty
 */
public record Ladder(String what, List<Group> groups) {
    /** With fewer stages than this a run is about something else. */
    private static final int STAGES = 3;

    /** Of so many the message's way is a story by itself. */
    private static final int TRANSPORTS = 5;

    /** More powers of ten have no room for their labels. */
    private static final int LABELS = 5;

    /** Of more codecs than this the slowest and the fastest are drawn. */
    private static final int CODECS = 3;

    static final String CODEC = "codec";
    static final String PAYLOAD = "payload";
    static final String TRANSPORT = CellKey.TRANSPORT;
    private static final String SIZE_OF_ENCODING = "encoded.bytes";
    private static final Set<Reported> STORY =
            Set.of(Reported.ONE_WAY, Reported.ALL_REDUCE, Reported.ROUND_TRIP, Reported.EXCHANGE);

    private static final Map<String, String> MPI = Map.of(
            "c", "C",
            "ffm", "ffm",
            "openmpi", "Open MPI's JNI bindings",
            "mpj", "MPJ Express",
            "mpj-multicore", "MPJ Express in one JVM",
            "fastmpj", "FastMPJ");

    /** What a bar is of. */
    enum Kind {
        MEMORY("memory"),
        THREADS("one JVM"),
        MPI("MPI"),
        PROCESSES("processes"),
        MARSHALLING("marshalling"),
        WHOLE("the whole"),
        ALL_REDUCE("all ranks");

        private final String label;

        Kind(String label) {
            this.label = label;
        }
    }

    /**
     * Bars that stand together.
     *
     * @param label what they have in common
     * @param hue the number of their colour
     */
    public record Group(String label, int hue, List<Rung> rungs) {}

    /**
     * A bar.
     *
     * @param label what is done, in words
     * @param nanos how long that takes
     * @param cell where it was measured; empty for what the probe read
     */
    public record Rung(String label, Launches nanos, Optional<Cell> cell) {
        /** The time in words, {@code 23.4 µs}. */
        public String text() {
            return CellText.brief(nanos.mean());
        }

        /** Whether it has an interval to draw. */
        public boolean certain() {
            return nanos.spread().kind() == Spread.Kind.CONFIDENCE;
        }

        /** The interval in words. */
        public String interval() {
            int launches = nanos.means().size();
            return CellText.interval(nanos) + launches + (launches == 1 ? " launch" : " launches");
        }

        String param(String name) {
            return cell.orElseThrow().key().params().getOrDefault(name, "");
        }

        Column column() {
            return cell.orElseThrow().column();
        }
    }

    /** The ladder of a run; empty if it measured too little of it. */
    static Optional<Ladder> of(LineUp lineUp) {
        List<Cell> cells = cells(lineUp);
        boolean manyStages = cells.stream().map(Cell::reported).distinct().count() >= STAGES;
        if (!manyStages && transports(cells) < TRANSPORTS) {
            return Optional.empty();
        }
        List<Group> groups = new ArrayList<>();
        coreToCore(cells)
                .map(nanos -> new Rung("a cache line between two cores", nanos, Optional.empty()))
                .ifPresent(line -> groups.add(new Group(Kind.MEMORY.label, 0, List.of(line))));
        return Optional.of(manyStages ? ofStages(cells, groups) : ofTransports(cells, groups));
    }

    private static long transports(List<Cell> cells) {
        return cells.stream()
                .map(cell -> param(cell, TRANSPORT))
                .filter(name -> !name.isEmpty())
                .distinct()
                .count();
    }

    private static Ladder ofStages(List<Cell> cells, List<Group> groups) {
        Map<Kind, Map<String, Rung>> byKind = new EnumMap<>(Kind.class);
        cells.forEach(cell -> add(cell, byKind.computeIfAbsent(kind(cell), kind -> new TreeMap<>())));
        byKind.forEach((kind, rungs) ->
                groups.add(new Group(kind.label, kind.ordinal(), sorted(kind, rungs.values().stream()))));
        return new Ladder("one takes", groups);
    }

    /** In families of what they go over, the fastest first. */
    private static Ladder ofTransports(List<Cell> cells, List<Group> groups) {
        boolean places = cells.stream().map(Cell::column).distinct().count() > 1;
        Map<String, List<Rung>> families = cells.stream()
                .sorted(Comparator.comparing(cell -> cell.good().orElseThrow().score()))
                .collect(Collectors.groupingBy(
                        Ladder::family,
                        LinkedHashMap::new,
                        Collectors.mapping(cell -> ofTransport(cell, places), Collectors.toList())));
        families.forEach((family, rungs) -> groups.add(new Group(family, groups.size(), rungs)));
        return new Ladder(size(cells.get(0)) + " from one rank to another take", groups);
    }

    /** What a transport says of what it goes over is that, and by whom after a comma. */
    private static String family(Cell cell) {
        String medium = cell.conditions().medium().replaceAll(",.*", "");
        return medium.isEmpty() ? kind(cell).label : medium;
    }

    private static Rung ofTransport(Cell cell, boolean places) {
        String name = param(cell, TRANSPORT).isEmpty()
                ? label(cell)
                : Names.rowBriefly(cell.key().row().without(CellKey.SIZE))
                        + (places ? " · " + cell.column().where() : "");
        return new Rung(name + marks(cell), cell.good().orElseThrow().launches(), Optional.of(cell));
    }

    private static String size(Cell cell) {
        return cell.key().size().map(Figures::bytes).orElse("a message");
    }

    private static List<Cell> cells(LineUp lineUp) {
        Set<String> idle = idle(lineUp);
        List<Cell> all = lineUp.tables().stream()
                .flatMap(table -> table.groups().stream())
                .filter(group -> group.unit().time())
                .flatMap(LineUp.Group::cells)
                .filter(cell -> cell.good().isPresent() && cell.key().threads() <= 1)
                .filter(cell -> STORY.contains(cell.reported()) && !idle.contains(param(cell, CODEC)))
                .toList();
        Predicate<Cell> size = shared(all, cell -> cell.key().size());
        Predicate<Cell> ranks =
                shared(all, cell -> Optional.of(cell.column().ranks()).filter(n -> n > 0));
        Predicate<Cell> payload =
                shared(all, cell -> Optional.of(param(cell, PAYLOAD)).filter(name -> !name.isEmpty()));
        return all.stream().filter(size.and(ranks).and(payload)).toList();
    }

    /** Whether a cell has the value that most have, the least of several, or none. */
    private static <T> Predicate<Cell> shared(List<Cell> cells, Function<Cell, Optional<T>> property) {
        Map<T, Long> counts = cells.stream()
                .flatMap(cell -> property.apply(cell).stream())
                .collect(Collectors.groupingBy(value -> value, TreeMap::new, Collectors.counting()));
        long most = counts.values().stream().mapToLong(n -> n).max().orElse(0);
        Optional<T> value =
                counts.keySet().stream().filter(v -> counts.get(v) == most).findFirst();
        return cell -> property.apply(cell).isEmpty() || property.apply(cell).equals(value);
    }

    /** Adds a bar, unless there is one of that benchmark with that label; another benchmark's has its name. */
    private static void add(Cell cell, Map<String, Rung> rungs) {
        String label = label(cell);
        String benchmark = cell.key().benchmark();
        boolean another = rungs.containsKey(label)
                && !rungs.get(label).cell().orElseThrow().key().benchmark().equals(benchmark);
        String name = another ? label + ", " + Names.family(benchmark) : label;
        rungs.putIfAbsent(
                name, new Rung(name + marks(cell), cell.good().orElseThrow().launches(), Optional.of(cell)));
    }

    /** Codecs that carry nothing: their time is that of the call alone. */
    private static Set<String> idle(LineUp lineUp) {
        Set<String> idle = new HashSet<>();
        lineUp.cells()
                .forEach(cell -> cell.good()
                        .map(measured -> measured.others().get(SIZE_OF_ENCODING))
                        .filter(size -> size.score() == 0)
                        .ifPresent(size -> idle.add(param(cell, CODEC))));
        return idle;
    }

    /** The probe's readings in all launches of these cells. */
    private static Optional<Launches> coreToCore(List<Cell> cells) {
        List<Double> read = cells.stream()
                .filter(cell -> !cell.isElsewhere())
                .flatMap(cell -> cell.good().orElseThrow().coreToCore().stream())
                .flatMap(line -> line.means().values().stream())
                .toList();
        TreeMap<Integer, Double> numbered = new TreeMap<>();
        IntStream.range(0, read.size()).forEach(i -> numbered.put(i, read.get(i)));
        return read.stream().mapToDouble(x -> x).average().stream()
                .mapToObj(mean -> new Launches(mean, numbered))
                .findFirst();
    }

    private static Kind kind(Cell cell) {
        if (cell.reported().equals(Reported.ROUND_TRIP)) {
            return Kind.MARSHALLING;
        }
        if (cell.reported().equals(Reported.EXCHANGE)) {
            return Kind.WHOLE;
        }
        if (cell.reported().equals(Reported.ALL_REDUCE)) {
            return Kind.ALL_REDUCE;
        }
        boolean mpi = isMpi(cell.column()) && param(cell, TRANSPORT).isEmpty();
        return cell.column().oneJvm() ? Kind.THREADS : mpi ? Kind.MPI : Kind.PROCESSES;
    }

    private static String label(Cell cell) {
        String size = size(cell);
        String carrier = carrier(cell.column());
        String by = Names.codec(", ", param(cell, CODEC));
        String transport = param(cell, TRANSPORT);
        return switch (kind(cell)) {
            case MARSHALLING -> "object to bytes and back" + by;
            case WHOLE -> "object " + way(cell) + by + (cell.column().oneJvm() ? ", one JVM" : "");
            case ALL_REDUCE -> "allreduce of " + size + ", " + carrier;
            case THREADS -> size + " to another thread" + (transport.isEmpty() ? "" : ", " + transport);
            default -> size + (transport.isEmpty() ? " by " + carrier : " " + medium(cell, transport));
        };
    }

    /** An object's way from rank to rank; runs that name no transport had one. */
    static String way(Cell cell) {
        String transport = param(cell, TRANSPORT);
        return transport.isEmpty() ? "over a TCP connection" : medium(cell, transport);
    }

    /** What the transport says of itself, with its name, for several may go over the same. */
    private static String medium(Cell cell, String transport) {
        String medium = cell.conditions().medium();
        return medium.isEmpty() ? "by " + transport : "over " + medium + " (" + transport + ")";
    }

    static boolean isMpi(Column column) {
        return MPI.containsKey(column.comm());
    }

    /** The way to MPI in words. */
    static String binding(Column column) {
        return MPI.get(column.comm());
    }

    private static String carrier(Column column) {
        return isMpi(column)
                ? "MPI from " + (column.comm().equals("c") ? "" : "Java, ") + binding(column)
                : column.where();
    }

    private static String param(Cell cell, String name) {
        return cell.key().params().getOrDefault(name, "");
    }

    private static String marks(Cell cell) {
        return Names.marks(
                List.of(cell),
                Cell.Flag.OVERSUBSCRIBED,
                Cell.Flag.EMULATED,
                Cell.Flag.ELSEWHERE,
                Cell.Flag.WARMING,
                Cell.Flag.DRIFTING);
    }

    private static List<Rung> sorted(Kind kind, Stream<Rung> some) {
        List<Rung> sorted =
                some.sorted(Comparator.comparing(rung -> rung.nanos().mean())).toList();
        if (kind != Kind.MARSHALLING && kind != Kind.WHOLE || sorted.size() <= CODECS) {
            return sorted;
        }
        List<Rung> here = sorted.stream()
                .filter(rung -> rung.cell().filter(Cell::isElsewhere).isEmpty())
                .toList();
        List<Rung> ends = here.size() > 1 ? here : sorted;
        return List.of(ends.get(0), ends.get(ends.size() - 1));
    }

    /** The bars of a kind; empty if there are none. */
    List<Rung> of(Kind kind) {
        return rungs().filter(
                        rung -> rung.cell().filter(cell -> kind(cell) == kind).isPresent())
                .toList();
    }

    Stream<Rung> rungs() {
        return groups.stream().flatMap(group -> group.rungs().stream());
    }

    /** The exponent of the axis' beginning, in nanoseconds: a power of ten, well below the shortest bar. */
    private int first() {
        double least = rungs().mapToDouble(rung -> rung.nanos().mean()).min().orElseThrow();
        return (int) Math.floor(Math.log10(least / 2));
    }

    /** The length of the axis, in powers of ten. */
    private double length() {
        return rungs().mapToDouble(rung -> Math.log10(rung.nanos().spread().high()))
                        .max()
                        .orElseThrow()
                - first();
    }

    /** Where a time is on the axis, in percent of its length. */
    public double at(double nanos) {
        return nanos <= 0 ? 0 : Math.max(0, 100 * (Math.log10(nanos) - first()) / length());
    }

    /** The powers of ten along the axis, in nanoseconds. */
    public List<Double> ticks() {
        return IntStream.rangeClosed(0, (int) length())
                .mapToObj(i -> Math.pow(10, i + first()))
                .toList();
    }

    /** Those with a label: of many every other one. */
    public List<Double> labelled() {
        List<Double> all = ticks();
        int every = all.size() > LABELS ? 2 : 1;
        return IntStream.range(0, all.size())
                .filter(i -> i % every == 0)
                .mapToObj(all::get)
                .toList();
    }
}
