package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import java.util.ArrayList;
import java.util.List;

/** The mapping of many readings. */
final class ReadingLists {
    private ReadingLists() {}

    static dev.lockstep.codec.schema.avro.Readings toRecord(Readings payload) {
        List<dev.lockstep.codec.schema.avro.Reading> records = new ArrayList<>(payload.readings.size());
        for (Reading reading : payload.readings) {
            records.add(toRecord(reading));
        }
        return new dev.lockstep.codec.schema.avro.Readings(records);
    }

    static Readings toPayload(dev.lockstep.codec.schema.avro.Readings record) {
        Readings payload = new Readings();
        payload.readings = new ArrayList<>(record.getReadings().size());
        for (dev.lockstep.codec.schema.avro.Reading reading : record.getReadings()) {
            payload.readings.add(toPayload(reading));
        }
        return payload;
    }

    private static dev.lockstep.codec.schema.avro.Reading toRecord(Reading payload) {
        dev.lockstep.codec.schema.avro.Reading record = new dev.lockstep.codec.schema.avro.Reading();
        record.setId(payload.id);
        record.setSensor(payload.sensor);
        record.setEpochMillis(payload.epochMillis);
        record.setValue(payload.value);
        record.setValid(payload.valid);
        record.setUnit(payload.unit);
        return record;
    }

    private static Reading toPayload(dev.lockstep.codec.schema.avro.Reading record) {
        Reading payload = new Reading();
        payload.id = record.getId();
        payload.sensor = record.getSensor();
        payload.epochMillis = record.getEpochMillis();
        payload.value = record.getValue();
        payload.valid = record.getValid();
        payload.unit = record.getUnit();
        return payload;
    }
}
