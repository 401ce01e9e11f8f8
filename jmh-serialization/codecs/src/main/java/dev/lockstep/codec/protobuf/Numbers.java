package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;

/** The mapping of numbers. */
final class Numbers {
    private Numbers() {}

    static PayloadProtos.NumericBlock toMessage(NumericBlock block) {
        PayloadProtos.NumericBlock.Builder message = PayloadProtos.NumericBlock.newBuilder();
        for (double value : block.values) {
            message.addValues(value);
        }
        return message.build();
    }

    static NumericBlock toPayload(PayloadProtos.NumericBlock message) {
        NumericBlock block = new NumericBlock();
        block.values = new double[message.getValuesCount()];
        for (int i = 0; i < block.values.length; i++) {
            block.values[i] = message.getValues(i);
        }
        return block;
    }
}
