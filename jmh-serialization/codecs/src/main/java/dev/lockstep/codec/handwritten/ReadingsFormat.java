package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import java.nio.ByteBuffer;

/** The bytes of many readings. */
final class ReadingsFormat implements Format<Readings> {
    private final Format<Reading> reading = new ReadingFormat();

    @Override
    public Readings make() {
        return new Readings();
    }

    @Override
    public void write(Readings value, ByteBuffer target) {
        Fields.writeList(value.readings, reading, target);
    }

    @Override
    public void read(ByteBuffer source, Readings value) {
        value.readings = Fields.readList(source, reading);
    }

    /** The bytes of a reading. */
    private static final class ReadingFormat implements Format<Reading> {
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
}
