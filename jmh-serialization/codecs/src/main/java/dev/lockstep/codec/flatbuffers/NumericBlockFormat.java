package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.NumericBlock;
import java.nio.ByteBuffer;

/** Numbers as a table. */
final class NumericBlockFormat implements Format<NumericBlock> {

    @Override
    public int write(NumericBlock value, FlatBufferBuilder builder) {
        int values = value.values == null
                ? Builders.NOTHING
                : dev.lockstep.codec.schema.flatbuffers.NumericBlock.createValuesVector(builder, value.values);
        return dev.lockstep.codec.schema.flatbuffers.NumericBlock.createNumericBlock(builder, values);
    }

    @Override
    public NumericBlock read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.NumericBlock table =
                dev.lockstep.codec.schema.flatbuffers.NumericBlock.getRootAsNumericBlock(source);
        NumericBlock value = new NumericBlock();
        ByteBuffer bytes = table.valuesAsByteBuffer();
        if (bytes != null) {
            value.values = new double[bytes.remaining() / Double.BYTES];
            bytes.asDoubleBuffer().get(value.values);
        }
        return value;
    }
}
