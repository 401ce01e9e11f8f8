package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.NumericBlock;
import java.util.ArrayList;
import java.util.List;

/** The mapping of numbers. */
final class Numbers {
    private Numbers() {}

    static dev.lockstep.codec.schema.avro.NumericBlock toRecord(NumericBlock payload) {
        List<Double> values = new ArrayList<>(payload.values.length);
        for (double value : payload.values) {
            values.add(value);
        }
        return new dev.lockstep.codec.schema.avro.NumericBlock(values);
    }

    static NumericBlock toPayload(dev.lockstep.codec.schema.avro.NumericBlock record) {
        NumericBlock payload = new NumericBlock();
        List<Double> values = record.getValues();
        payload.values = new double[values.size()];
        for (int i = 0; i < payload.values.length; i++) {
            payload.values[i] = values.get(i);
        }
        return payload;
    }
}
