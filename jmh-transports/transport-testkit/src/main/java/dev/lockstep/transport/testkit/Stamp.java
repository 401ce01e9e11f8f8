package dev.lockstep.transport.testkit;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Contents that say whose message it is, which, how long, and whether it is whole: four ints, and a filling. */
final class Stamp {
    /** The bytes of the smallest message that has room for all that. */
    static final int BYTES = 16;

    private Stamp() {}

    /** Fills a message from position to limit, which stay. */
    static ByteBuffer put(ByteBuffer message, int sender, int sequence) {
        int from = message.position();
        int length = message.remaining();
        message.putInt(from, sender)
                .putInt(from + 4, sequence)
                .putInt(from + 8, length)
                .putInt(from + 12, 0);
        int filling = sender * 31 + sequence;
        for (int i = BYTES; i < length; i++) {
            message.put(from + i, (byte) (filling + i * 7));
        }
        message.putInt(from + 12, checksum(message));
        return message;
    }

    /** Whether a message is as it was filled, position to limit. */
    static boolean isWhole(ByteBuffer message) {
        return message.remaining() >= BYTES
                && message.getInt(message.position() + 8) == message.remaining()
                && message.getInt(message.position() + 12) == checksum(message);
    }

    static int sender(ByteBuffer message) {
        return message.getInt(message.position());
    }

    static int sequence(ByteBuffer message) {
        return message.getInt(message.position() + 4);
    }

    private static int checksum(ByteBuffer message) {
        CRC32 crc = new CRC32();
        crc.update(message.slice(message.position(), 12));
        crc.update(message.slice(message.position() + BYTES, message.remaining() - BYTES));
        return (int) crc.getValue();
    }
}
