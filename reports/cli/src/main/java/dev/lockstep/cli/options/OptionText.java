package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of options as users write them. */
public final class OptionText {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m)");

    private OptionText() {}

    /** The milliseconds of a time such as 200ms, 3s or 5m; six digits are enough for almost two years. */
    public static long millis(String option, String text) {
        Matcher m = DURATION.matcher(text);
        if (!m.matches() || Integer.parseInt(m.group(1)) == 0) {
            throw new UsageException(option + " takes a time such as 200ms, 3s or 5m, not '" + text + "'");
        }
        long number = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "ms" -> number;
            case "s" -> number * 1000;
            default -> number * 60_000;
        };
    }

    /** The seconds of a time of at least one second. */
    public static long seconds(String option, String text) {
        long seconds = millis(option, text) / 1000;
        if (seconds < 1) {
            throw new UsageException(option + " must be at least 1s, not " + text);
        }
        return seconds;
    }

    /** Splits at blanks, but for those within quotes, as a shell would; there is no escaping. */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (char c : text.toCharArray()) {
            boolean ends = quote == 0 && Character.isWhitespace(c);
            if (ends && word != null) {
                words.add(word.toString());
                word = null;
            } else if (!ends) {
                word = word == null ? new StringBuilder() : word;
                if (quote == 0 && (c == '\'' || c == '"')) {
                    quote = c;
                } else if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            }
        }
        if (quote != 0) {
            throw new UsageException("a quote is not closed in: " + text);
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words;
    }
}
