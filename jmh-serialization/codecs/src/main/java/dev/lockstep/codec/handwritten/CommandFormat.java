package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.Command;
import java.nio.ByteBuffer;

/** The bytes of a command to a key-value store. */
final class CommandFormat implements Format<Command> {
    private final Command.Operation[] operations = Command.Operation.values();

    @Override
    public Command make() {
        return new Command();
    }

    @Override
    public void write(Command value, ByteBuffer target) {
        Fields.writeEnum(value.operation, target);
        target.putLong(value.requestId);
        Fields.writeText(value.key, target);
        Fields.writeBytes(value.value, target);
        target.putLong(value.version);
        target.putInt(value.ttlSeconds);
    }

    @Override
    public void read(ByteBuffer source, Command value) {
        value.operation = Fields.readEnum(operations, source);
        value.requestId = source.getLong();
        value.key = Fields.readText(source);
        value.value = Fields.readBytes(source, value.value);
        value.version = source.getLong();
        value.ttlSeconds = source.getInt();
    }
}
