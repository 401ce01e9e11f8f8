package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpTimesChunkTest {
    @Test
    void comesBackAsItWas() {
        OpTimesChunk chunk = new OpTimesChunk(3, 1, 5_000_000_000L, 7, 4, new long[] {0, Long.MAX_VALUE, 42});
        assertThat(OpTimesChunk.parse(chunk.format())).isEqualTo(chunk);
        OpTimesChunk empty = new OpTimesChunk(0, 0, 0, 0, 0, new long[0]);
        assertThat(OpTimesChunk.parse(empty.format())).isEqualTo(empty).isNotEqualTo(chunk);
    }

    @Test
    void theLargestFitsAFrameManyTimes() {
        byte[] bytes =
                new OpTimesChunk(0, 0, 0, OpTimesChunk.MAX_RECORDED, 0, new long[OpTimesChunk.MAX_LENGTH]).format();
        assertThat(bytes.length).isLessThan(2 << 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 23, 25, 31})
    void bytesOfNoChunkAreRefused(int length) {
        assertThatThrownBy(() -> OpTimesChunk.parse(new byte[length]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(length + " bytes");
    }

    /** Before anything is allocated for them. */
    @ParameterizedTest
    @CsvSource({"-1, 0", "2147483647, 0", "10, -1", "10, 10", "10, 2147483647"})
    void countsThatCannotBeAreRefused(int recorded, int offset) {
        byte[] bytes = ByteBuffer.allocate(32)
                .putInt(0)
                .putInt(0)
                .putLong(9)
                .putInt(recorded)
                .putInt(offset)
                .array();
        assertThatThrownBy(() -> OpTimesChunk.parse(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("of " + recorded + " recorded");
    }
}
