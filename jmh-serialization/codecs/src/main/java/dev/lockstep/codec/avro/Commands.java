package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.Command;
import java.nio.ByteBuffer;

/** The mapping of commands to a key-value store. */
final class Commands {
    private Commands() {}

    static dev.lockstep.codec.schema.avro.Command toRecord(Command payload) {
        dev.lockstep.codec.schema.avro.Command record = new dev.lockstep.codec.schema.avro.Command();
        record.setOperation(dev.lockstep.codec.schema.avro.Operation.values()[payload.operation.ordinal()]);
        record.setRequestId(payload.requestId);
        record.setKey(payload.key);
        record.setValue(payload.value == null ? null : ByteBuffer.wrap(payload.value));
        record.setVersion(payload.version);
        record.setTtlSeconds(payload.ttlSeconds);
        return record;
    }

    static Command toPayload(dev.lockstep.codec.schema.avro.Command record) {
        Command payload = new Command();
        payload.operation = Command.Operation.values()[record.getOperation().ordinal()];
        payload.requestId = record.getRequestId();
        payload.key = record.getKey();
        payload.value = bytes(record.getValue());
        payload.version = record.getVersion();
        payload.ttlSeconds = record.getTtlSeconds();
        return payload;
    }

    static byte[] bytes(ByteBuffer value) {
        if (value == null) {
            return null;
        }
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }
}
