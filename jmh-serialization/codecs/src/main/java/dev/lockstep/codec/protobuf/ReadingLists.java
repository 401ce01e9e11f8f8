package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;
import java.util.ArrayList;

/** The mapping of many readings. */
final class ReadingLists {
    private ReadingLists() {}

    static PayloadProtos.Readings toMessage(Readings batch) {
        PayloadProtos.Readings.Builder message = PayloadProtos.Readings.newBuilder();
        for (Reading reading : batch.readings) {
            message.addReadings(PayloadProtos.Reading.newBuilder()
                    .setId(reading.id)
                    .setSensor(reading.sensor)
                    .setEpochMillis(reading.epochMillis)
                    .setValue(reading.value)
                    .setValid(reading.valid)
                    .setUnit(reading.unit)
                    .build());
        }
        return message.build();
    }

    static Readings toPayload(PayloadProtos.Readings message) {
        Readings batch = new Readings();
        batch.readings = new ArrayList<>(message.getReadingsCount());
        for (PayloadProtos.Reading from : message.getReadingsList()) {
            Reading reading = new Reading();
            reading.id = from.getId();
            reading.sensor = from.getSensor();
            reading.epochMillis = from.getEpochMillis();
            reading.value = from.getValue();
            reading.valid = from.getValid();
            reading.unit = from.getUnit();
            batch.readings.add(reading);
        }
        return batch;
    }
}
