package dev.lockstep.reports.regression;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Unit;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RankRow;
import dev.lockstep.run.placement.Placements;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What launches of a run took, and ratios over pairs of those that alternated: what this project claims is measured by it. Run
 * by {@code paired} of {@code scripts/common}; {@link #USAGE} says how.
 */
final class PairedLaunches {
    private static final String USAGE = """
            launches RANKS.CSV [by=PARAM,...] [nanos=NANOS] [same=NAME]
                prints PAIR NAME BYTES NANOS for each launch of a run: the mean of what it measured while a line took that many
                nanoseconds from core to core, or 1.5 times more or less; without it, of all iterations. A launch counts with half of its
                iterations, and with three of them if it has as many. NAME is TRANSPORT@COMM, or METHOD@COMM where there
                is no transport, or METHOD/ALGORITHM@COMM of one that is not the library's. With by it is the
                benchmark's class with the values of those parameters that it has, and of comm and ranks: CLASS/VALUE/VALUE.
                With same only that one, against itself: launches 2k-1 and 2k are pair k, called one and two, in every other
                pair the other way round, so that drift does not look like a difference.
            ratios BASE HEAD [plain]
                reads such lines, and prints HEAD over BASE for each size and over all, with a 95% interval by Student's t on the
                logarithms of pairs; and the median of all with that of order statistics, which a machine that now and then runs
                at half speed moves less. plain: on the ratios themselves, which may be negative.
            row BASE HEAD [plain]
                the same as cells of a row in Markdown, a column for each size
            took NAME
                what launches took: the geometric mean, as such cells""";

    private static final int ITERATIONS = 3;

    /** Fewer ratios have no 95% interval of order statistics. */
    private static final int ORDERS = 6;

    /** Half of a median's 95% interval, in square roots of the number of values. */
    private static final double OF_ORDERS = 0.98;

    private PairedLaunches() {}

    public static void main(String[] args) throws IOException {
        try {
            run(List.of(args), System.out);
        } catch (IllegalArgumentException e) {
            System.err.println("lockstep: " + e.getMessage() + "\n" + USAGE);
            System.exit(2);
        }
    }

    private static void run(List<String> args, PrintStream out) throws IOException {
        String command = args.isEmpty() ? "" : args.get(0);
        boolean plain = args.size() == 4 && args.get(3).equals("plain");
        if (command.equals("launches") && args.size() >= 2) {
            of(Path.of(args.get(1)), args.subList(2, args.size())).forEach(out::println);
        } else if (command.equals("took") && args.size() == 2) {
            out.println(took(read(), args.get(1)));
        } else if (command.equals("ratios") && (args.size() == 3 || plain)) {
            out.print(ratios(read(), args.get(1), args.get(2), plain));
        } else if (command.equals("row") && (args.size() == 3 || plain)) {
            out.println(row(read(), args.get(1), args.get(2), plain));
        } else {
            throw new IllegalArgumentException("no such command: " + String.join(" ", args));
        }
    }

    private static List<Launch> read() throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            return in.lines().map(Launch::of).toList();
        }
    }

    /**
     * What a launch took.
     *
     * @param pair those that alternated have the same
     * @param name what it is compared by
     * @param bytes of a message; {@code -} where there are none
     * @param nanos of an operation
     */
    record Launch(int pair, String name, String bytes, double nanos) {
        static Launch of(String line) {
            String[] words = line.split(" ");
            if (words.length != 4) {
                throw new IllegalArgumentException("expected PAIR NAME BYTES NANOS, found: " + line);
            }
            return new Launch(Integer.parseInt(words[0]), words[1], words[2], Double.parseDouble(words[3]));
        }

        @Override
        public String toString() {
            return pair + " " + name + " " + bytes + " " + nanos;
        }
    }

    /** The launches of a run that count, by name, size and pair. */
    static List<Launch> of(Path ranks, List<String> options) throws IOException {
        Map<String, String> option = options.stream()
                .map(text -> text.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts.length < 2 ? "" : parts[1]));
        List<String> by = Stream.of(option.getOrDefault("by", "").split(","))
                .filter(Predicate.not(String::isEmpty))
                .toList();
        String nanos = option.getOrDefault("nanos", "");
        String same = option.getOrDefault("same", "");
        if (!List.of("by", "nanos", "same").containsAll(option.keySet())) {
            throw new IllegalArgumentException("no such option: " + options);
        }
        Map<Launch, List<RankRow>> rows = new TreeMap<>(
                Comparator.comparing(Launch::name).thenComparing(Launch::bytes).thenComparing(Launch::pair));
        for (RankRow row : RankRow.read(ranks)) {
            if (!row.warmup() && row.scores()) {
                Launch launch = new Launch(row.fork(), name(row, by), bytes(row), Double.NaN);
                rows.computeIfAbsent(launch, key -> new ArrayList<>()).add(row);
            }
        }
        List<Launch> launches = new ArrayList<>();
        rows.forEach((launch, all) -> {
            List<RankRow> there =
                    all.stream().filter(row -> isThere(row, nanos)).toList();
            long iterations = iterations(all);
            long counting = iterations(there);
            if (2 * counting >= iterations && counting >= Math.min(iterations, ITERATIONS)) {
                double mean = there.stream()
                        .mapToDouble(row -> row.score() * Unit.of(row.unit()).nanos())
                        .average()
                        .orElseThrow();
                launches.add(new Launch(launch.pair(), launch.name(), launch.bytes(), mean));
            }
        });
        return same.isEmpty() ? launches : toItself(launches, same);
    }

    private static long iterations(Collection<RankRow> rows) {
        return rows.stream().map(RankRow::iteration).distinct().count();
    }

    private static boolean isThere(RankRow row, String nanos) {
        return nanos.isEmpty()
                || DoubleStream.of(row.probeBefore(), row.probeAfter())
                        .allMatch(reading -> Double.isNaN(reading)
                                || reading < Placements.GAP * Double.parseDouble(nanos)
                                        && Double.parseDouble(nanos) < Placements.GAP * reading);
    }

    private static List<Launch> toItself(List<Launch> launches, String name) {
        return launches.stream()
                .filter(launch -> launch.name().equals(name))
                .map(launch -> {
                    int pair = (launch.pair() + 1) / 2;
                    String which = (launch.pair() + pair) % 2 == 1 ? "one" : "two";
                    return new Launch(pair, which, launch.bytes(), launch.nanos());
                })
                .toList();
    }

    private static String bytes(RankRow row) {
        return row.key().params().getOrDefault(CellKey.SIZE, "-");
    }

    private static String name(RankRow row, List<String> by) {
        String[] words = row.benchmark().split("\\.");
        Map<String, String> params = row.key().params();
        if (!by.isEmpty()) {
            return Stream.concat(
                            Stream.of(words[words.length - 2].replaceFirst("Benchmark$", "")),
                            by.stream().filter(params::containsKey).map(params::get))
                    .collect(Collectors.joining("/"));
        }
        String algorithm = params.getOrDefault("algorithm", "library");
        String name = params.getOrDefault(CellKey.TRANSPORT, words[words.length - 1]);
        return name + (algorithm.equals("library") ? "" : "/" + algorithm) + "@" + row.comm();
    }

    /** Of each size, by its number, the ratios of pairs that have both. */
    private static TreeMap<String, TreeMap<Integer, Double>> pairs(List<Launch> launches, String base, String head) {
        TreeMap<String, TreeMap<Integer, Double>> sizes =
                new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        Map<String, Launch> bases = launches.stream()
                .filter(launch -> launch.name().equals(base))
                .collect(Collectors.toMap(launch -> launch.pair() + " " + launch.bytes(), launch -> launch));
        launches.forEach(launch -> sizes.computeIfAbsent(launch.bytes(), bytes -> new TreeMap<>()));
        launches.stream().filter(launch -> launch.name().equals(head)).forEach(launch -> {
            Launch other = bases.get(launch.pair() + " " + launch.bytes());
            if (other != null) {
                sizes.get(launch.bytes()).put(launch.pair(), launch.nanos() / other.nanos());
            }
        });
        return sizes;
    }

    /** The mean, with its interval. */
    private static PairedRatio mean(Collection<Double> ratios, boolean plain) {
        double[] values = ratios.stream()
                .mapToDouble(ratio -> plain ? ratio : Math.log(ratio))
                .toArray();
        return plain ? PairedRatio.of(values) : PairedRatio.ofLogarithms(values);
    }

    static String ratios(List<Launch> launches, String base, String head, boolean plain) {
        TreeMap<String, TreeMap<Integer, Double>> sizes = pairs(launches, base, head);
        StringBuilder text = new StringBuilder();
        sizes.forEach((bytes, ratios) -> text.append(line(bytes, base, head, ratios.values(), plain)));
        // A pair counts for all sizes if it has each.
        TreeMap<Integer, Double> whole = new TreeMap<>();
        sizes.values().stream()
                .flatMap(ratios -> ratios.keySet().stream())
                .distinct()
                .forEach(pair -> {
                    if (sizes.values().stream().allMatch(ratios -> ratios.containsKey(pair))) {
                        DoubleStream each = sizes.values().stream().mapToDouble(ratios -> ratios.get(pair));
                        double mean =
                                (plain ? each : each.map(Math::log)).average().orElseThrow();
                        whole.put(pair, plain ? mean : Math.exp(mean));
                    }
                });
        text.append(line("all", base, head, whole.values(), plain));
        double[] sorted = sizes.values().stream()
                .flatMap(ratios -> ratios.values().stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        int n = sorted.length;
        if (n >= ORDERS) {
            int low = Math.max(1, (int) (n / 2.0 - OF_ORDERS * Math.sqrt(n)));
            PairedRatio median =
                    new PairedRatio((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[low - 1], sorted[n - low], n);
            text.append(line("median", base, head, median, "ratios"));
        }
        return text.toString();
    }

    private static String line(String of, String base, String head, Collection<Double> ratios, boolean plain) {
        return ratios.isEmpty()
                ? String.format("%-8s %-16s no pair%n", of, head + "/" + base)
                : line(of, base, head, mean(ratios, plain), "pairs");
    }

    private static String line(String of, String base, String head, PairedRatio ratio, String each) {
        String begin = String.format(Locale.ROOT, "%-8s %-16s %.3f  ", of, head + "/" + base, ratio.ratio());
        return begin
                + (Double.isInfinite(ratio.high())
                        ? "no interval"
                        : String.format(Locale.ROOT, "95%% interval %.3f .. %.3f", ratio.low(), ratio.high()))
                + "  (" + ratio.pairs() + " " + each + ")\n";
    }

    static String row(List<Launch> launches, String base, String head, boolean plain) {
        return cells(pairs(launches, base, head).values().stream().map(ratios -> {
            if (ratios.isEmpty()) {
                return "-";
            }
            PairedRatio mean = mean(ratios.values(), plain);
            String interval = ratios.size() < Launches.FEWEST
                    ? ""
                    : " (" + digits(mean.low()) + " to " + digits(mean.high()) + ")";
            return digits(mean.ratio()) + interval;
        }));
    }

    static String took(List<Launch> launches, String name) {
        Map<String, List<Launch>> sizes = launches.stream()
                .filter(launch -> launch.name().equals(name))
                .collect(Collectors.groupingBy(
                        Launch::bytes,
                        () -> new TreeMap<>(
                                Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())),
                        Collectors.toList()));
        return cells(sizes.values().stream().map(each -> {
            double nanos = Math.exp(each.stream()
                    .mapToDouble(launch -> Math.log(launch.nanos()))
                    .average()
                    .orElseThrow());
            int thousands = nanos < 999.5 ? 0 : nanos < 999_500 ? 1 : 2;
            return Figures.three(nanos / Math.pow(1000, thousands)) + " "
                    + List.of("ns", "us", "ms").get(thousands);
        }));
    }

    private static String cells(Stream<String> each) {
        return each.map(cell -> "| " + cell + " ").collect(Collectors.joining("", "", "|"));
    }

    private static String digits(double ratio) {
        return String.format(Locale.ROOT, Math.abs(ratio) < 10 ? "%.2f" : "%.0f", ratio);
    }
}
