package dev.lockstep.reports.foreign;

import dev.lockstep.reports.Input;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The output of another tool, line by line: headings, then lines of numbers. Other lines are a launcher's chatter. */
abstract class ForeignText {
    private static final Pattern NUMBERS = Pattern.compile("\\s*-?\\d.*");

    private final Path file;
    private final String tool;
    private final List<ForeignRow> rows = new ArrayList<>();
    private final Map<String, Integer> seen = new HashMap<>();
    private int line;

    /**
     * Reads one file.
     *
     * @param tool its name in full
     */
    ForeignText(Path file, String tool) {
        this.file = file;
        this.tool = tool;
    }

    /** Takes note of a line that is no row. */
    abstract void heading(String text);

    /** A line of numbers, split at spaces. */
    abstract ForeignRow row(String[] fields) throws InvalidInputException;

    List<ForeignRow> rows() throws IOException {
        String text;
        try (var in = Input.open(file)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String content : text.split("\r?\n", -1)) {
            line++;
            if (NUMBERS.matcher(content).matches()) {
                add(row(content.strip().split("\\s+")));
            } else {
                heading(content.strip());
            }
        }
        if (rows.isEmpty()) {
            throw new InvalidInputException(file, "", "the output of " + tool, "no line of numbers");
        }
        return rows;
    }

    private void add(ForeignRow row) throws InvalidInputException {
        Integer before = seen.putIfAbsent(row.benchmark() + row.params(), line);
        if (before != null) {
            String found = "a second " + row.benchmark() + " " + row.params() + " after line " + before;
            throw wrong("every row once; give each run a file of its own", found);
        }
        rows.add(row);
    }

    double number(String field) throws InvalidInputException {
        try {
            return Double.parseDouble(field);
        } catch (NumberFormatException e) {
            throw wrong("a number", "'" + field + "'");
        }
    }

    InvalidInputException wrong(String expected, String found) {
        return new InvalidInputException(file, "line " + line, expected, found);
    }

    static SortedMap<String, String> params(String tool, String bytes, String ranks) {
        SortedMap<String, String> params = new TreeMap<>();
        params.put("comm", tool);
        if (!bytes.isEmpty()) {
            params.put(CellKey.SIZE, bytes);
        }
        if (!ranks.isEmpty()) {
            params.put("ranks", ranks);
        }
        return params;
    }
}
