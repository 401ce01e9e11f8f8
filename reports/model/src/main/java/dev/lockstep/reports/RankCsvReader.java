package dev.lockstep.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads {@code ranks.csv}. The mode is not among its columns: a cell's mode is taken from the results. */
final class RankCsvReader {
    private static final List<String> NEEDED =
            List.of("benchmark", "params", "comm", "ranks", "threads", "fork", "phase", "iteration", "score", "unit");

    private final Path file;
    private final Map<String, Integer> header = new HashMap<>();

    private RankCsvReader(Path file) {
        this.file = file;
    }

    static List<RankSample> read(Path file) throws IOException {
        // Lines are written whole, each with its end: what comes after the last of them broke off, as in a crash.
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        return whole.isEmpty() ? List.of() : new RankCsvReader(file).samples(new Csv(file, whole).lines());
    }

    private List<RankSample> samples(List<Csv.Line> lines) throws InvalidInputException {
        if (lines.isEmpty()) {
            throw new InvalidInputException(file, "line 1", "a header", "nothing");
        }
        List<String> names = lines.get(0).fields();
        for (int i = 0; i < names.size(); i++) {
            header.put(names.get(i), i);
        }
        for (String name : NEEDED) {
            if (!header.containsKey(name)) {
                throw new InvalidInputException(file, "line 1", "a column " + name, String.join(",", names));
            }
        }
        List<RankSample> samples = new ArrayList<>(lines.size());
        for (Csv.Line line : lines.subList(1, lines.size())) {
            if (line.fields().size() != names.size()) {
                String found = line.fields().size() + " fields";
                throw new InvalidInputException(file, "line " + line.line(), names.size() + " fields", found);
            }
            samples.add(sample(line));
        }
        return List.copyOf(samples);
    }

    private RankSample sample(Csv.Line line) throws InvalidInputException {
        Map<String, String> params = new TreeMap<>();
        for (String pair : field(line, "params").split(";")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                params.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
            }
        }
        RowKey row = new RowKey(field(line, "benchmark"), "", new TreeMap<>(params), (int) number(line, "threads", 1));
        return new RankSample(
                new CellKey(row, Column.of(field(line, "comm"), field(line, "ranks"))),
                (long) number(line, "n", 0),
                (int) number(line, "fork", 0),
                field(line, "phase").equals("warmup"),
                (int) number(line, "iteration", 0),
                field(line, "rank"),
                field(line, "host"),
                number(line, "score", Double.NaN),
                Unit.of(field(line, "unit")));
    }

    /** Of what a value may hold, semicolons and percent signs are written encoded. */
    private static String decode(String value) {
        return value.replace("%3B", ";").replace("%25", "%");
    }

    private String field(Csv.Line line, String name) {
        Integer column = header.get(name);
        return column == null ? "" : line.fields().get(column);
    }

    private double number(Csv.Line line, String name, double ifEmpty) throws InvalidInputException {
        String text = field(line, name);
        try {
            return text.isEmpty() ? ifEmpty : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            String where = "line " + line.line() + ", column " + name;
            throw new InvalidInputException(file, where, "a number", "'" + text + "'");
        }
    }
}
