package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;
import java.util.Locale;

/** A slowdown as users write it: {@code 5%}. */
public final class Handicap {
    private Handicap() {}

    /** The number of a text: 0.05 of {@code 5%}. */
    public static double parse(String text) {
        try {
            double percent = Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : "");
            if (percent > 0 && percent <= 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException(
                "a slowdown is a percentage such as 5%, above 0% and at most 100%, not '" + text + "'");
    }

    /** The text of a number: {@code 5%} of 0.05. */
    public static String words(double share) {
        return String.format(Locale.ROOT, "%.3f", share * 100).replaceFirst("\\.?0+$", "") + "%";
    }
}
