package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;
import java.util.UUID;

/** The mapping of Boysan's message. */
final class PingMessages {
    private PingMessages() {}

    static PayloadProtos.Ping toMessage(PingMessage ping) {
        return PayloadProtos.Ping.newBuilder()
                .setType(ping.type)
                .setIdHigh(ping.id.getMostSignificantBits())
                .setIdLow(ping.id.getLeastSignificantBits())
                .setRound(ping.round)
                .setLeader(toMessage(ping.leader))
                .setSender(toMessage(ping.sender))
                .setReceiver(toMessage(ping.receiver))
                .setTag(ping.tag)
                .setSentAtMillis(ping.sentAtMillis)
                .setDeadlineMillis(ping.deadlineMillis)
                .build();
    }

    static PingMessage toPayload(PayloadProtos.Ping message) {
        PingMessage ping = new PingMessage();
        ping.type = message.getType();
        ping.id = new UUID(message.getIdHigh(), message.getIdLow());
        ping.round = message.getRound();
        ping.leader = toPayload(message.getLeader());
        ping.sender = toPayload(message.getSender());
        ping.receiver = toPayload(message.getReceiver());
        ping.tag = message.getTag();
        ping.sentAtMillis = message.getSentAtMillis();
        ping.deadlineMillis = message.getDeadlineMillis();
        return ping;
    }

    private static PayloadProtos.Role toMessage(PingMessage.Role role) {
        return PayloadProtos.Role.newBuilder()
                .setId(role.id)
                .setHost(role.host)
                .setPort(role.port)
                .build();
    }

    private static PingMessage.Role toPayload(PayloadProtos.Role message) {
        PingMessage.Role role = new PingMessage.Role();
        role.id = message.getId();
        role.host = message.getHost();
        role.port = message.getPort();
        return role;
    }
}
