package dev.lockstep.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a codec gets for writing two methods, or four stages. */
class DefaultsTest {

    /** Two digits. */
    private static class Number implements StagedCodec<Integer, String> {
        private final boolean direct;

        Number(boolean direct) {
            this.direct = direct;
        }

        @Override
        public String form() {
            return "string";
        }

        @Override
        public String toForm(Integer value) {
            return value.toString();
        }

        @Override
        public ByteBuffer toBytes(String form) {
            ByteBuffer bytes = direct
                    ? ByteBuffer.allocateDirect(8)
                    : ByteBuffer.wrap(new byte[8], 3, 5).slice();
            return bytes.put(form.getBytes(StandardCharsets.US_ASCII)).flip();
        }

        @Override
        public String formOf(ByteBuffer source) {
            return StandardCharsets.US_ASCII.decode(source).toString();
        }

        @Override
        public Integer fromForm(String form) {
            try {
                return Integer.valueOf(form);
            } catch (NumberFormatException e) {
                throw new CodecException("not a number", e);
            }
        }
    }

    @Test
    void streamsAndBuffersGetWhatIsEncoded() throws IOException {
        for (boolean direct : new boolean[] {false, true}) {
            Number codec = new Number(direct);
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            codec.encode(42, stream);
            assertThat(stream.toString(StandardCharsets.US_ASCII)).isEqualTo("42");
            ByteBuffer buffer = ByteBuffer.allocate(3);
            codec.encode(42, buffer);
            assertThat(buffer.position()).isEqualTo(2);
            assertThatExceptionOfType(BufferOverflowException.class).isThrownBy(() -> codec.encode(42, buffer));
            assertThat(buffer.position()).isEqualTo(2);
            assertThat(codec.decode(buffer.flip(), 7)).isEqualTo(42);
            assertThat(codec.decode(new ByteArrayInputStream(stream.toByteArray())))
                    .isEqualTo(42);
        }
    }

    @Test
    void stagesLeaveABufferThatIsRefusedWhereItWas() {
        ByteBuffer bad = ByteBuffer.wrap(new byte[] {'1', 'x', 'y'}).position(1);
        assertThatExceptionOfType(CodecException.class)
                .isThrownBy(() -> new Number(false).decode(bad))
                .withMessageStartingWith("not a number: java.lang.NumberFormatException");
        assertThat(bad.position()).isEqualTo(1);
    }
}
