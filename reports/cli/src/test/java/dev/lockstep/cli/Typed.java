package dev.lockstep.cli;

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
}
