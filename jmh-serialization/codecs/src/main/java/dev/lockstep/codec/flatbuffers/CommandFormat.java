package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.Command;
import java.nio.ByteBuffer;

/** Commands to a key-value store as tables. */
final class CommandFormat implements Format<Command> {

    @Override
    public int write(Command value, FlatBufferBuilder builder) {
        int key = Builders.text(value.key, builder);
        int bytes = value.value == null
                ? Builders.NOTHING
                : dev.lockstep.codec.schema.flatbuffers.Command.createValueVector(builder, value.value);
        dev.lockstep.codec.schema.flatbuffers.Command.startCommand(builder);
        dev.lockstep.codec.schema.flatbuffers.Command.addOperation(builder, value.operation.ordinal());
        dev.lockstep.codec.schema.flatbuffers.Command.addRequestId(builder, value.requestId);
        dev.lockstep.codec.schema.flatbuffers.Command.addKey(builder, key);
        dev.lockstep.codec.schema.flatbuffers.Command.addValue(builder, bytes);
        dev.lockstep.codec.schema.flatbuffers.Command.addVersion(builder, value.version);
        dev.lockstep.codec.schema.flatbuffers.Command.addTtlSeconds(builder, value.ttlSeconds);
        return dev.lockstep.codec.schema.flatbuffers.Command.endCommand(builder);
    }

    @Override
    public Command read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.Command table =
                dev.lockstep.codec.schema.flatbuffers.Command.getRootAsCommand(source);
        Command value = new Command();
        value.operation = Builders.constant(Command.Operation.values(), table.operation());
        value.requestId = table.requestId();
        value.key = table.key();
        ByteBuffer bytes = table.valueAsByteBuffer();
        if (bytes != null) {
            value.value = new byte[bytes.remaining()];
            bytes.get(value.value);
        }
        value.version = table.version();
        value.ttlSeconds = table.ttlSeconds();
        return value;
    }
}
