package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;

/** A share as users write it: {@code 5%}. */
public final class Percent {
    private Percent() {}

    /**
     * The number of a text: 0.05 of {@code 5%}.
     *
     * @param option what it is of, for the error
     */
    public static double parse(String option, String text) {
        try {
            double percent = Double.parseDouble(text.endsWith("%") ? text.substring(0, text.length() - 1) : "");
            if (percent > 0 && percent <= 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException(option + " is a percentage such as 5%, above 0% and at most 100%, not '" + text + "'");
    }
}
