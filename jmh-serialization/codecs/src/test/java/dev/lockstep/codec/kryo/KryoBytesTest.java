package dev.lockstep.codec.kryo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.payload.MediaContent;
import dev.lockstep.codec.payload.Readings;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KryoBytesTest {
    /** Where a list is expected, an array of 2^31 - 2 of each primitive type; Kryo believes the name, and the length. */
    @ParameterizedTest
    @ValueSource(chars = {'Z', 'B', 'S', 'C', 'I', 'J', 'F', 'D'})
    void anArrayThatIsNamedIsRefused(char element) {
        byte[] bytes = HexFormat.of().parseHex("0101005bc901ffffffff07");
        bytes[4] = (byte) (element | 0x80);
        CodecProvider kryo = new KryoUnregisteredProvider();
        for (Class<?> type : List.of(MediaContent.class, Readings.class)) {
            assertThatThrownBy(() -> kryo.codec(type).decode(ByteBuffer.wrap(bytes)))
                    .isInstanceOf(CodecException.class)
                    .hasStackTraceContaining(
                            element == 'B' || element == 'D' ? "cannot be in the" : "no part of a payload");
        }
    }
}
