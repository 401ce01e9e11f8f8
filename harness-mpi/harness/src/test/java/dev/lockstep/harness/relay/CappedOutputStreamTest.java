package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CappedOutputStreamTest {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CappedOutputStream capped = new CappedOutputStream(kept, 5);

    private void write(String text) throws IOException {
        capped.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void whatFitsIsKeptAsItIs() throws IOException {
        write("123");
        capped.write('4');
        write("5");
        capped.close();
        assertThat(kept).hasToString("12345");
    }

    @Test
    void whatIsTooMuchIsCounted() throws IOException {
        write("1234");
        write("567");
        capped.write('8');
        capped.close();
        capped.close();
        assertThat(kept.toString(StandardCharsets.US_ASCII))
                .startsWith("12345\n")
                .contains("3 bytes more were dropped; the first 5 are kept")
                .endsWith("\n");
    }
}
