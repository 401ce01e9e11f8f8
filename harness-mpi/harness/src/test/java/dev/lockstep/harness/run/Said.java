package dev.lockstep.harness.run;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a run tells of its progress. */
public final class Said {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Whose words are kept. */
    public Progress progress(boolean terminal) {
        return new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal ? 80 : 0);
    }

    @Override
    public String toString() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
