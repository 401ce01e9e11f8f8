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
}
