package dev.lockstep.codec.avro;

import dev.lockstep.codec.payload.PingMessage;
import java.nio.ByteBuffer;
import java.util.UUID;

/** The mapping of Boysan's message. */
final class PingMessages {
    private PingMessages() {}

    static dev.lockstep.codec.schema.avro.Ping toRecord(PingMessage payload) {
        dev.lockstep.codec.schema.avro.Ping record = new dev.lockstep.codec.schema.avro.Ping();
        record.setType(payload.type);
        record.setId(id(payload.id));
        record.setRound(payload.round);
        record.setLeader(toRecord(payload.leader));
        record.setSender(toRecord(payload.sender));
        record.setReceiver(toRecord(payload.receiver));
        record.setTag(payload.tag);
        record.setSentAtMillis(payload.sentAtMillis);
        record.setDeadlineMillis(payload.deadlineMillis);
        return record;
    }

    static PingMessage toPayload(dev.lockstep.codec.schema.avro.Ping record) {
        PingMessage payload = new PingMessage();
        payload.type = record.getType();
        payload.id = id(record.getId());
        payload.round = record.getRound();
        payload.leader = toPayload(record.getLeader());
        payload.sender = toPayload(record.getSender());
        payload.receiver = toPayload(record.getReceiver());
        payload.tag = record.getTag();
        payload.sentAtMillis = record.getSentAtMillis();
        payload.deadlineMillis = record.getDeadlineMillis();
        return payload;
    }

    private static dev.lockstep.codec.schema.avro.Role toRecord(PingMessage.Role payload) {
        dev.lockstep.codec.schema.avro.Role record = new dev.lockstep.codec.schema.avro.Role();
        record.setId(payload.id);
        record.setHost(payload.host);
        record.setPort(payload.port);
        return record;
    }

    private static PingMessage.Role toPayload(dev.lockstep.codec.schema.avro.Role record) {
        PingMessage.Role payload = new PingMessage.Role();
        payload.id = record.getId();
        payload.host = record.getHost();
        payload.port = record.getPort();
        return payload;
    }

    private static dev.lockstep.codec.schema.avro.Id id(UUID id) {
        byte[] bytes = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(bytes).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return new dev.lockstep.codec.schema.avro.Id(bytes);
    }

    private static UUID id(dev.lockstep.codec.schema.avro.Id id) {
        ByteBuffer bytes = ByteBuffer.wrap(id.bytes());
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
