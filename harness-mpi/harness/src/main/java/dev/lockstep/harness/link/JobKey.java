package dev.lockstep.harness.link;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The 256-bit secret of one launch. A process that proves to hold it is one of its ranks, or its relay. */
public final class JobKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final byte[] secret;

    private JobKey(byte[] secret) {
        this.secret = secret;
    }

    /** A new key from the system's secure random source. */
    public static JobKey random() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new JobKey(secret);
    }

    /** Reads a key from 64 hexadecimal digits. */
    public static JobKey parse(String hex) {
        if (hex == null || hex.length() != 2 * BYTES) {
            throw new IllegalArgumentException("a job key has 64 hexadecimal digits");
        }
        return new JobKey(HexFormat.of().parseHex(hex));
    }

    /** The key as 64 hexadecimal digits, for the key file. */
    public String hex() {
        return HexFormat.of().formatHex(secret);
    }

    /** HMAC-SHA256 over who speaks, both nonces and the rank. */
    byte[] proof(String speaker, byte[] first, byte[] second, int rank) {
        Mac mac = mac(secret);
        mac.update(speaker.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        mac.update(first);
        mac.update(second);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(rank).array());
        return mac.doFinal();
    }

    /**
     * The seal of what the speaker sends after the handshake: its key is the proof of a speaker that no handshake has.
     */
    Seal seal(String speaker, byte[] relays, byte[] ranks, int rank) {
        return new Seal(mac(proof(speaker + "'s frames", relays, ranks, rank)));
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
