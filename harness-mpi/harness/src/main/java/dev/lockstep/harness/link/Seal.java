package dev.lockstep.harness.link;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import javax.crypto.Mac;

/**
 * Binds the frames of one direction to the handshake before them: to each belongs an HMAC-SHA256 over its number and
 * its bytes, by a key of this direction of this connection. A frame that was altered, left out, repeated, moved, or
 * sent back has another one. One thread at a time.
 */
final class Seal {
    static final int BYTES = 32;

    private final Mac mac;
    private long frames;

    /** A seal by a key that both sides have made of their handshake. */
    Seal(Mac mac) {
        this.mac = mac;
    }

    /** The seal of the next frame. */
    byte[] next(byte[] header, byte[] payload, int offset, int length) {
        mac.update(ByteBuffer.allocate(Long.BYTES).putLong(frames++).array());
        mac.update(header);
        mac.update(payload, offset, length);
        return mac.doFinal();
    }

    /** Whether a seal is that of the next frame. */
    boolean isNext(byte[] seal, byte[] header, byte[] payload) {
        return MessageDigest.isEqual(seal, next(header, payload, 0, payload.length));
    }
}
