package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.Command.Operation;
import dev.lockstep.codec.payload.next.Command;
import java.nio.ByteBuffer;

/** The mapping of commands a version later. */
final class NextCommands {
    private NextCommands() {}

    static dev.lockstep.codec.schema.avro.NextCommand toRecord(Command payload) {
        dev.lockstep.codec.schema.avro.NextCommand record = new dev.lockstep.codec.schema.avro.NextCommand();
        record.setOperation(dev.lockstep.codec.schema.avro.Operation.values()[payload.operation.ordinal()]);
        record.setRequestId(payload.requestId);
        record.setKey(payload.key);
        record.setValue(payload.value == null ? null : ByteBuffer.wrap(payload.value));
        record.setVersion(payload.version);
        record.setTenant(payload.tenant);
        record.setPriority(payload.priority);
        return record;
    }

    static Command toPayload(dev.lockstep.codec.schema.avro.NextCommand record) {
        Command payload = new Command();
        payload.operation = Operation.values()[record.getOperation().ordinal()];
        payload.requestId = record.getRequestId();
        payload.key = record.getKey();
        payload.value = Commands.bytes(record.getValue());
        payload.version = record.getVersion();
        payload.tenant = record.getTenant();
        payload.priority = record.getPriority();
        return payload;
    }
}
