package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.Command.Operation;
import dev.lockstep.codec.payload.next.Command;
import java.nio.ByteBuffer;

/** Commands a version later as tables. */
final class NextCommandFormat implements Format<Command> {

    @Override
    public int write(Command value, FlatBufferBuilder builder) {
        int key = Builders.text(value.key, builder);
        int tenant = Builders.text(value.tenant, builder);
        int bytes = value.value == null
                ? Builders.NOTHING
                : dev.lockstep.codec.schema.flatbuffers.NextCommand.createValueVector(builder, value.value);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.startNextCommand(builder);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addOperation(builder, value.operation.ordinal());
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addRequestId(builder, value.requestId);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addKey(builder, key);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addValue(builder, bytes);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addVersion(builder, value.version);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addTenant(builder, tenant);
        dev.lockstep.codec.schema.flatbuffers.NextCommand.addPriority(builder, value.priority);
        return dev.lockstep.codec.schema.flatbuffers.NextCommand.endNextCommand(builder);
    }

    @Override
    public Command read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.NextCommand table =
                dev.lockstep.codec.schema.flatbuffers.NextCommand.getRootAsNextCommand(source);
        Command value = new Command();
        value.operation = Builders.constant(Operation.values(), table.operation());
        value.requestId = table.requestId();
        value.key = table.key();
        ByteBuffer bytes = table.valueAsByteBuffer();
        if (bytes != null) {
            value.value = new byte[bytes.remaining()];
            bytes.get(value.value);
        }
        value.version = table.version();
        value.tenant = table.tenant();
        value.priority = table.priority();
        return value;
    }
}
