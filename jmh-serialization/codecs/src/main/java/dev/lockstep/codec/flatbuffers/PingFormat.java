package dev.lockstep.codec.flatbuffers;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.lockstep.codec.payload.PingMessage;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Boysan's message as a table. */
final class PingFormat implements Format<PingMessage> {

    @Override
    public int write(PingMessage value, FlatBufferBuilder builder) {
        int type = Builders.text(value.type, builder);
        int leader = write(value.leader, builder);
        int sender = write(value.sender, builder);
        int receiver = write(value.receiver, builder);
        dev.lockstep.codec.schema.flatbuffers.Ping.startPing(builder);
        dev.lockstep.codec.schema.flatbuffers.Ping.addType(builder, type);
        dev.lockstep.codec.schema.flatbuffers.Ping.addId(
                builder,
                dev.lockstep.codec.schema.flatbuffers.Id.createId(
                        builder, value.id.getMostSignificantBits(), value.id.getLeastSignificantBits()));
        dev.lockstep.codec.schema.flatbuffers.Ping.addRound(builder, value.round);
        dev.lockstep.codec.schema.flatbuffers.Ping.addLeader(builder, leader);
        dev.lockstep.codec.schema.flatbuffers.Ping.addSender(builder, sender);
        dev.lockstep.codec.schema.flatbuffers.Ping.addReceiver(builder, receiver);
        dev.lockstep.codec.schema.flatbuffers.Ping.addTag(builder, value.tag);
        dev.lockstep.codec.schema.flatbuffers.Ping.addSentAtMillis(builder, value.sentAtMillis);
        dev.lockstep.codec.schema.flatbuffers.Ping.addDeadlineMillis(builder, value.deadlineMillis);
        return dev.lockstep.codec.schema.flatbuffers.Ping.endPing(builder);
    }

    private static int write(PingMessage.Role role, FlatBufferBuilder builder) {
        return dev.lockstep.codec.schema.flatbuffers.Role.createRole(
                builder, role.id, Builders.text(role.host, builder), role.port);
    }

    @Override
    public PingMessage read(ByteBuffer source, Budget budget) {
        dev.lockstep.codec.schema.flatbuffers.Ping table =
                dev.lockstep.codec.schema.flatbuffers.Ping.getRootAsPing(source);
        PingMessage value = new PingMessage();
        value.type = table.type();
        value.id = new UUID(table.id().high(), table.id().low());
        value.round = table.round();
        value.leader = read(table.leader());
        value.sender = read(table.sender());
        value.receiver = read(table.receiver());
        value.tag = table.tag();
        value.sentAtMillis = table.sentAtMillis();
        value.deadlineMillis = table.deadlineMillis();
        return value;
    }

    private static PingMessage.Role read(dev.lockstep.codec.schema.flatbuffers.Role table) {
        PingMessage.Role role = new PingMessage.Role();
        role.id = table.id();
        role.host = table.host();
        role.port = table.port();
        return role;
    }
}
