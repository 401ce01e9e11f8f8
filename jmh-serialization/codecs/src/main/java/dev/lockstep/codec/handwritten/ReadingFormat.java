package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.Reading;
import java.nio.ByteBuffer;

/** The bytes of a reading. */
final class ReadingFormat implements Format<Reading> {
    @Override
    public Reading make() {
        return new Reading();
    }

    @Override
    public void write(Reading value, ByteBuffer target) {
        target.putLong(value.id);
        target.putInt(value.sensor);
        target.putLong(value.epochMillis);
        target.putDouble(value.value);
        Fields.writeFlag(value.valid, target);
        Fields.writeText(value.unit, target);
    }

    @Override
    public void read(ByteBuffer source, Reading value) {
        value.id = source.getLong();
        value.sensor = source.getInt();
        value.epochMillis = source.getLong();
        value.value = source.getDouble();
        value.valid = Fields.readFlag(source);
        value.unit = Fields.readText(source);
    }
}
