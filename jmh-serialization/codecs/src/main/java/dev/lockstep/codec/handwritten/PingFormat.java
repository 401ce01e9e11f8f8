package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.payload.PingMessage;
import java.nio.ByteBuffer;
import java.util.UUID;

/** The bytes of Boysan's message. */
final class PingFormat implements Format<PingMessage> {
    private final Format<PingMessage.Role> role = new RoleFormat();

    @Override
    public PingMessage make() {
        return new PingMessage();
    }

    @Override
    public void write(PingMessage value, ByteBuffer target) {
        Fields.writeText(value.type, target);
        target.putLong(value.id.getMostSignificantBits());
        target.putLong(value.id.getLeastSignificantBits());
        target.putLong(value.round);
        role.write(value.leader, target);
        role.write(value.sender, target);
        role.write(value.receiver, target);
        target.putInt(value.tag);
        target.putLong(value.sentAtMillis);
        target.putLong(value.deadlineMillis);
    }

    @Override
    public void read(ByteBuffer source, PingMessage value) {
        value.type = Fields.readText(source);
        value.id = new UUID(source.getLong(), source.getLong());
        value.round = source.getLong();
        value.leader = Fields.read(source, role);
        value.sender = Fields.read(source, role);
        value.receiver = Fields.read(source, role);
        value.tag = source.getInt();
        value.sentAtMillis = source.getLong();
        value.deadlineMillis = source.getLong();
    }

    /** The bytes of a process of the cluster. */
    private static final class RoleFormat implements Format<PingMessage.Role> {
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
}
