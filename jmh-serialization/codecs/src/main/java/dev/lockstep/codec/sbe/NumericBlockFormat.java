package dev.lockstep.codec.sbe;

import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.schema.sbe.MessageHeaderDecoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderEncoder;
import dev.lockstep.codec.schema.sbe.NumericBlockDecoder;
import dev.lockstep.codec.schema.sbe.NumericBlockEncoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message of numbers. A group has 65,534 elements at most, so they are the bytes of one variable field. */
final class NumericBlockFormat implements Format<NumericBlock> {
    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final NumericBlockEncoder out = new NumericBlockEncoder();
    private final NumericBlockDecoder in = new NumericBlockDecoder();

    @Override
    public int write(NumericBlock value, MutableDirectBuffer target) {
        out.wrapAndApplyHeader(target, 0, headerOut);
        int start = out.limit() + Integer.BYTES;
        int length = Math.multiplyExact(value.values.length, Double.BYTES);
        target.putInt(out.limit(), length, ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < value.values.length; i++) {
            target.putDouble(start + i * Double.BYTES, value.values[i], ByteOrder.LITTLE_ENDIAN);
        }
        out.limit(start + length);
        return out.limit();
    }

    @Override
    public int read(DirectBuffer source, NumericBlock value) {
        in.wrapAndApplyHeader(source, 0, headerIn);
        int start = in.limit() + Integer.BYTES;
        int length = Texts.checked(in.valuesLength(), in.limit(), source);
        value.values = new double[length / Double.BYTES];
        for (int i = 0; i < value.values.length; i++) {
            value.values[i] = source.getDouble(start + i * Double.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
        in.limit(start + length);
        return in.limit();
    }
}
