package dev.lockstep.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Wraps text for a terminal of 100 columns; a longer word stays in one piece, for it is a path. */
public final class WordWrap {
    private static final int COLUMNS = 100;

    private WordWrap() {}

    /** Wraps text after a beginning; further lines are indented as far. */
    public static String text(String beginning, String text) {
        return text(beginning, text, COLUMNS);
    }

    /** The same for a terminal of other columns. */
    public static String text(String beginning, String text, int columns) {
        StringBuilder all = new StringBuilder(beginning);
        int used = beginning.length();
        boolean fresh = true;
        for (String word : text.strip().split("\\s+")) {
            if (!fresh && used + 1 + word.length() > columns) {
                all.append("\n").append(" ".repeat(beginning.length()));
                used = beginning.length();
                fresh = true;
            }
            all.append(fresh ? "" : " ").append(word);
            used += (fresh ? 0 : 1) + word.length();
            fresh = false;
        }
        return all.toString();
    }

    /** Sets lines of equally many words as columns with two blanks between them. */
    static List<String> columns(String indent, List<List<String>> lines) {
        List<String> all = new ArrayList<>();
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder(indent);
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(l -> l.get(column).length())
                        .max()
                        .orElseThrow();
                text.append(String.format(Locale.ROOT, "%-" + width + "s  ", line.get(i)));
            }
            all.add(text.toString().stripTrailing());
        }
        return all;
    }
}
