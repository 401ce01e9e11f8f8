package dev.lockstep.comm.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuffersTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095, 4096, 4097, 1 << 20})
    void aBufferBeginsAPageAndIsAsLargeAsItIsSaidToBe(int bytes) {
        for (int i = 0; i < 5; i++) {
            ByteBuffer buffer = Buffers.direct(bytes);
            assertThat(buffer.isDirect()).isTrue();
            assertThat(buffer.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(buffer.capacity()).isEqualTo(bytes);
            assertThat(buffer.remaining()).isEqualTo(bytes);
            assertThat(buffer.alignmentOffset(0, 4096)).isZero();
            for (int at = 0; at < bytes; at++) {
                assertThat(buffer.get(at) != 0).isFalse();
            }
        }
    }

    @Test
    void aCapacityBelowZeroIsRefused() {
        assertThatThrownBy(() -> Buffers.direct(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
