package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.NumericBlock;
import java.nio.ByteBuffer;

/** The bytes of numbers. */
final class NumericBlockFormat implements Format<NumericBlock> {
    @Override
    public NumericBlock make() {
        return new NumericBlock();
    }

    @Override
    public void write(NumericBlock value, ByteBuffer target) {
        Fields.writeDoubles(value.values, target);
    }

    @Override
    public void read(ByteBuffer source, NumericBlock value) {
        value.values = Fields.readDoubles(source, value.values);
    }
}
