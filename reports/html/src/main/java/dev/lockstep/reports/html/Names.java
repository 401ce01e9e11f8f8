package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Column;
import dev.lockstep.reports.Figures;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.regression.Verdict;
import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of things for people. */
public final class Names {
    /** Stands between the parts of a name. */
    static final String BETWEEN = " · ";

    private static final String HOST = "host ";

    private Names() {}

    /** A benchmark's name without the package: {@code PingPong.pingPong}. */
    public static String brief(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        int type = method < 0 ? -1 : benchmark.lastIndexOf('.', method - 1);
        return benchmark.substring(type + 1);
    }

    /** A row's name, {@code PingPong.pingPong(bytes=16, 2 threads)}, with more in the brackets if given. */
    static String brief(CellKey row, String more) {
        List<String> inside =
                new ArrayList<>(List.of(row.toldText(), row.threads() > 1 ? row.threads() + " threads" : "", more));
        inside.removeIf(String::isEmpty);
        return brief(row.benchmark()) + (inside.isEmpty() ? "" : "(" + String.join(", ", inside) + ")");
    }

    /** The class of a benchmark, in words: {@code Ping pong}. */
    public static String family(String benchmark) {
        String brief = brief(benchmark);
        int dot = brief.indexOf('.');
        String type = dot < 0 ? brief : brief.substring(0, dot);
        return words(type.replaceFirst("(?<=.)(Benchmarks?|Bench)$", ""));
    }

    /** The benchmark in words: {@code Ping pong}, or {@code Connection: open} when the method adds something. */
    public static String title(String benchmark) {
        String family = family(benchmark);
        String method = method(benchmark);
        return family.toLowerCase(Locale.ROOT).endsWith(method.toLowerCase(Locale.ROOT))
                ? family
                : family + ": " + method.toLowerCase(Locale.ROOT);
    }

    /** The method of a benchmark, in words. */
    public static String method(String benchmark) {
        String brief = brief(benchmark);
        return words(brief.substring(brief.indexOf('.') + 1));
    }

    /** The parameters of a row, {@code 16 B · kind=new · 2 threads}; empty when there is nothing to tell apart. */
    public static String row(CellKey row) {
        List<String> parts = new ArrayList<>();
        row.size().ifPresent(size -> parts.add(Figures.bytes(size)));
        String others = others(row);
        if (!others.isEmpty()) {
            parts.add(others);
        }
        return String.join(BETWEEN, parts);
    }

    /** The same, and how its work is done. */
    public static String row(LineUp.Row row) {
        return joined(row(row.key()), row.how());
    }

    /** One name of those parts that are not empty. */
    static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(BETWEEN));
    }

    /** The parameters of a row without the size. */
    public static String others(CellKey row) {
        return String.join(BETWEEN, parts(row, (name, value) -> name + "=" + value));
    }

    /** A cell in words: {@code Ping pong, 16 B, on openmpi, 2 ranks}. */
    public static String cell(CellKey key) {
        String row = row(key.row());
        String where = Column.of(key).label();
        return title(key.benchmark())
                + (row.isEmpty() ? "" : ", " + row)
                + ", " + Column.of(key).preposition() + " " + where;
    }

    /** As {@link #row}, but shorter: a value that is a word, and says something by itself, stands without its name. */
    static String rowBriefly(CellKey row) {
        List<String> parts = new ArrayList<>();
        row.size().ifPresent(size -> parts.add(Figures.bytes(size)));
        parts.addAll(parts(row, (name, value) -> {
            boolean word = value.matches("\\p{L}{2}.*") && !value.matches("true|false|all|none");
            return word ? value : name + "=" + value;
        }));
        return String.join(BETWEEN, parts);
    }

    /** All parameters but the size that are told. */
    private static List<String> parts(CellKey row, BinaryOperator<String> text) {
        List<String> parts = new ArrayList<>();
        row.told().forEach((name, value) -> {
            boolean size = name.equals(CellKey.SIZE) && row.size().isPresent();
            if (!size) {
                parts.add(text.apply(name, value));
            }
        });
        if (row.threads() > 1) {
            parts.add(row.threads() + " threads");
        }
        return parts;
    }

    /** A group of the environment: {@code JVM} of {@code jvm}, {@code Host node_1} of {@code host node_1}. */
    public static String environmentGroup(String group) {
        if (group.startsWith(HOST)) {
            return "Host " + group.substring(HOST.length());
        }
        boolean acronym = group.equals("jvm") || group.equals("mpi");
        return acronym ? group.toUpperCase(Locale.ROOT) : words(group);
    }

    /** How the cells' work is done, and which of these flags one of them has, to be put behind a name: {@code  (spinning)}; empty if none. */
    static String marks(Collection<Cell> cells, Cell.Flag... shown) {
        Stream<String> hows =
                cells.stream().map(cell -> cell.conditions().how()).filter(how -> !how.isEmpty());
        Stream<String> flags = Stream.of(shown)
                .filter(flag -> cells.stream().anyMatch(cell -> cell.flags().contains(flag)))
                .map(Cell.Flag::label);
        return Stream.concat(hows, flags)
                .distinct()
                .map(mark -> " (" + mark + ")")
                .collect(Collectors.joining());
    }

    /** How all cells' work is done; empty if that differs, or is not known. */
    static String how(Collection<Cell> cells) {
        List<String> hows =
                cells.stream().map(cell -> cell.conditions().how()).distinct().toList();
        return hows.size() == 1 ? hows.get(0) : "";
    }

    /** A codec's name in words, {@code JSON string}, with what stands before it; empty without a codec. */
    static String codec(String before, String codec) {
        return codec.isEmpty() ? "" : before + codec.replace('-', ' ').replaceAll("\\bjson\\b", "JSON");
    }

    /** The flags of a cell, in a few words each. */
    static List<String> flags(Cell cell) {
        return cell.flags().stream().map(Cell.Flag::label).toList();
    }

    /** The style sheet's word for a verdict. */
    public static String tone(Verdict verdict) {
        return switch (verdict) {
            case REGRESSED, SLOWER -> "bad";
            case IMPROVED, NO_CHANGE, FASTER -> "good";
            case INCONCLUSIVE, NOT_COMPARABLE, GONE, NO_CLAIM -> "warn";
            case NEW, NO_DIFFERENCE -> "plain";
        };
    }

    static String words(String camelCase) {
        String spaced = camelCase
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
                .replaceAll("(?<=[A-Z])(?=[A-Z][a-z])", " ")
                .replace('_', ' ')
                .strip();
        StringBuilder words = new StringBuilder();
        for (String word : spaced.split(" +")) {
            boolean acronym = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
            words.append(words.isEmpty() ? "" : " ").append(acronym ? word : word.toLowerCase(Locale.ROOT));
        }
        return words.isEmpty() ? camelCase : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
