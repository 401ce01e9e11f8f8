package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A command line run in this JVM, as if typed.
 *
 * @param exit code
 * @param out standard output
 * @param err standard error
 */
record Typed(int exit, String out, String err) {
    static Typed in(String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        try (PrintStream newOut = new PrintStream(said, true, StandardCharsets.UTF_8);
                PrintStream newErr = new PrintStream(complained, true, StandardCharsets.UTF_8)) {
            System.setOut(newOut);
            System.setErr(newErr);
            int exit = Lockstep.execute(args);
            return new Typed(exit, said.toString(StandardCharsets.UTF_8), complained.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** A line whose words are parted by blanks. */
    static Typed line(String line) {
        return in(line.split(" "));
    }

    /** What a line prints that ends well. */
    static String good(String line) {
        Typed typed = line(line);
        assertThat(typed.exit).as("%s: %s", line, typed).isZero();
        return typed.out;
    }

    /** It ended with this code. */
    Typed ended(int code) {
        assertThat(exit).as(toString()).isEqualTo(code);
        return this;
    }

    /** It was refused as bad usage or input, in these words and others, and not by a stack trace. */
    void refused(String... words) {
        assertThat(err).contains(words).doesNotContain("\tat ");
        ended(2);
    }
}
