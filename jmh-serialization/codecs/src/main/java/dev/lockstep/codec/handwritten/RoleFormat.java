package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.PingMessage;
import java.nio.ByteBuffer;

/** The bytes of a process of the cluster. */
final class RoleFormat implements Format<PingMessage.Role> {
    @Override
    public PingMessage.Role make() {
        return new PingMessage.Role();
    }

    @Override
    public void write(PingMessage.Role value, ByteBuffer target) {
        target.putInt(value.id);
        Fields.writeText(value.host, target);
        target.putInt(value.port);
    }

    @Override
    public void read(ByteBuffer source, PingMessage.Role value) {
        value.id = source.getInt();
        value.host = Fields.readText(source);
        value.port = source.getInt();
    }
}
