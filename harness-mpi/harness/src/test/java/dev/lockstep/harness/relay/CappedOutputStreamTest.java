package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CappedOutputStreamTest {
    private static String kept(String... parts) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        CappedOutputStream capped = new CappedOutputStream(kept, 5);
        for (String part : parts) {
            capped.write(part.getBytes(StandardCharsets.US_ASCII));
        }
        capped.write('!');
        capped.close();
        capped.close();
        return kept.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void whatFitsIsKeptAsItIsAndWhatIsTooMuchIsCounted() throws IOException {
        assertThat(kept("123", "4")).isEqualTo("1234!");
        assertThat(kept("1234", "567"))
                .startsWith("12345\n")
                .containsOnlyOnce("3 bytes more were dropped; the first 5 are kept")
                .endsWith("\n");
    }
}
