package dev.lockstep.harness.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a launch's log. */
class ForkRunTest {
    @TempDir
    Path scratch;

    @Test
    void aLogThatBreaksOffWithinACharacterIsTold() throws IOException {
        byte[] whole = "# JMH\nno slots left\nbind: für".getBytes(StandardCharsets.UTF_8);
        Path log = Files.write(scratch.resolve("jmh.log"), Arrays.copyOf(whole, whole.length - 2));
        assertThat(ForkRun.tail(log)).startsWith("its last words: no slots left | bind: f");
    }
}
