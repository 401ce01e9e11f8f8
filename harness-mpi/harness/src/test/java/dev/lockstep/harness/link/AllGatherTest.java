package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AllGatherTest {
    private static final AllGather SAMPLE =
            new AllGather("1.0.é", 7, List.of(new byte[0], new byte[] {1, -1}, new byte[AllGather.MAX_BYTES]));

    @Test
    void whatIsSentArrives() throws IOException {
        AllGather same = AllGather.parse(SAMPLE.format());
        assertThat(same.communicator()).isEqualTo("1.0.é");
        assertThat(same.sequence()).isEqualTo(7);
        assertThat(same.values()).containsExactlyElementsOf(SAMPLE.values());
    }

    @Test
    void whatIsCutOrGoesOnIsRefused() {
        byte[] whole = SAMPLE.format();
        for (int length = 0; length < whole.length; length += length < 40 ? 1 : 97) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> AllGather.parse(part)).isInstanceOf(IOException.class);
        }
        byte[] more = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> AllGather.parse(more)).isInstanceOf(IOException.class);
    }

    /** Sizes are checked before anything is made of them. */
    @Test
    void noiseIsRefused() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[4 + random.nextInt(40)];
            random.nextBytes(noise);
            noise[0] = 0;
            noise[1] = 0;
            try {
                AllGather parsed = AllGather.parse(noise);
                assertThat(parsed.format()).isEqualTo(noise);
            } catch (IOException e) {
                assertThat(e).isNotNull();
            }
        }
    }

    @Test
    void valuesAreSmall() {
        assertThatCode(() -> AllGather.requireShort(new byte[4096])).doesNotThrowAnyException();
        assertThatThrownBy(() -> AllGather.requireShort(new byte[4097]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("4096", "4097");
    }
}
