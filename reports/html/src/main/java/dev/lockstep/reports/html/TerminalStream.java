package dev.lockstep.reports.html;

import java.io.PrintStream;
import java.util.Locale;

/**
 * A print stream to what may be a terminal. Printed text holds the words of files, programs and ranks: it cannot move
 * the cursor, nor turn the direction of writing; line ends and tabs stay. Bytes go through as they are, for data, and
 * for what this program itself wants of a terminal.
 */
public final class TerminalStream extends PrintStream {
    private static final String KEPT = "\n\t";

    private final PrintStream to;

    /** Prints to another stream, in its encoding. */
    public TerminalStream(PrintStream to) {
        super(to, true);
        this.to = to;
    }

    /** The same text with a question mark for each character that would do something to a terminal. */
    public static String visible(String text) {
        return TextTable.visible(text, KEPT);
    }

    // All other ways to print text come down to these.

    @Override
    public void print(String text) {
        to.print(visible(String.valueOf(text)));
    }

    @Override
    public void print(Object object) {
        print(String.valueOf(object));
    }

    @Override
    public void print(char[] text) {
        print(String.valueOf(text));
    }

    @Override
    public void print(char c) {
        print(String.valueOf(c));
    }

    @Override
    public PrintStream format(String format, Object... values) {
        return format(Locale.getDefault(Locale.Category.FORMAT), format, values);
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... values) {
        print(String.format(locale, format, values));
        return this;
    }
}
