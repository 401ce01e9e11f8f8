package dev.lockstep.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalStreamTest {
    /** Red, by two kinds of escape; the cursor to the line's begin; from right to left; a tag, which has two chars. */
    private static final String BAD =
            "a\u001b[31m\u009b1m\rb\u202e\u0007\u007f" + Character.toString(0xE0041) + "µ\n\t";

    private static final String GOOD = "a?[31m?1m?b????µ\n\t";

    private static String printed(Consumer<PrintStream> printing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        printing.accept(new TerminalStream(new PrintStream(bytes, true, StandardCharsets.UTF_8)));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    static Stream<Consumer<PrintStream>> waysToPrint() {
        return Stream.of(
                out -> out.print(BAD),
                out -> out.print(BAD.toCharArray()),
                out -> out.print((Object) BAD),
                out -> out.append(BAD),
                out -> out.append("." + BAD, 1, BAD.length() + 1),
                out -> out.printf("%s", BAD),
                out -> out.printf(Locale.ROOT, "%s", BAD),
                out -> out.format("%s", BAD));
    }

    @ParameterizedTest
    @MethodSource("waysToPrint")
    void textDoesNothingToATerminal(Consumer<PrintStream> printing) {
        assertThat(printed(printing)).isEqualTo(GOOD);
    }

    @Test
    void linesEndAsTheyDo() {
        assertThat(printed(out -> out.println(BAD))).isEqualTo(GOOD + "\n");
        assertThat(printed(out -> out.println(BAD.toCharArray()))).isEqualTo(GOOD + "\n");
        assertThat(printed(out -> out.println((Object) BAD))).isEqualTo(GOOD + "\n");
        assertThat(printed(out -> out.println('\u001b'))).isEqualTo("?\n");
        assertThat(printed(out -> out.append('\u001b').print((String) null))).isEqualTo("?null");
        assertThat(printed(out -> new IllegalStateException(BAD).printStackTrace(out)))
                .startsWith("java.lang.IllegalStateException: " + GOOD)
                .doesNotContain("\u001b");
    }

    @Test
    void bytesGoThroughInTheirPlace() {
        assertThat(printed(out -> {
                    out.print("before ");
                    out.writeBytes(BAD.getBytes(StandardCharsets.UTF_8));
                    out.print(" after");
                }))
                .isEqualTo("before " + BAD + " after");
    }
}
