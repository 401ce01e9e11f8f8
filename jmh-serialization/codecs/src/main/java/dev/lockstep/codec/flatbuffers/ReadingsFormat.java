package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import java.nio.ByteBuffer;
import java.util.ArrayList;

/** Many readings as tables. */
final class ReadingsFormat implements Format<Readings> {

    @Override
    public int write(Readings value, FlatBufferBuilder builder) {
        if (value.readings == null) {
            return dev.lockstep.codec.schema.flatbuffers.Readings.createReadings(builder, Builders.NOTHING);
        }
        int[] tables = new int[value.readings.size()];
        for (int i = 0; i < tables.length; i++) {
            tables[i] = write(value.readings.get(i), builder);
        }
        return dev.lockstep.codec.schema.flatbuffers.Readings.createReadings(
                builder, dev.lockstep.codec.schema.flatbuffers.Readings.createReadingsVector(builder, tables));
    }

    private static int write(Reading reading, FlatBufferBuilder builder) {
        int unit = Builders.text(reading.unit, builder);
        dev.lockstep.codec.schema.flatbuffers.Reading.startReading(builder);
        dev.lockstep.codec.schema.flatbuffers.Reading.addId(builder, reading.id);
        dev.lockstep.codec.schema.flatbuffers.Reading.addSensor(builder, reading.sensor);
        dev.lockstep.codec.schema.flatbuffers.Reading.addEpochMillis(builder, reading.epochMillis);
        dev.lockstep.codec.schema.flatbuffers.Reading.addValue(builder, reading.value);
        dev.lockstep.codec.schema.flatbuffers.Reading.addValid(builder, reading.valid);
        dev.lockstep.codec.schema.flatbuffers.Reading.addUnit(builder, unit);
        return dev.lockstep.codec.schema.flatbuffers.Reading.endReading(builder);
    }

    @Override
    public Readings read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.Readings table =
                dev.lockstep.codec.schema.flatbuffers.Readings.getRootAsReadings(source);
        Readings value = new Readings();
        if (table.readingsVector() != null) {
            int length = budget.take(table.readingsLength());
            value.readings = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                value.readings.add(read(table.readings(i)));
            }
        }
        return value;
    }

    private static Reading read(dev.lockstep.codec.schema.flatbuffers.Reading table) {
        Reading reading = new Reading();
        reading.id = table.id();
        reading.sensor = table.sensor();
        reading.epochMillis = table.epochMillis();
        reading.value = table.value();
        reading.valid = table.valid();
        reading.unit = table.unit();
        return reading;
    }
}
