package dev.lockstep.harness.link;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.function.BooleanSupplier;

/**
 * Challenge and response in both directions, over fresh nonces, so that neither a stranger nor a recording gets in: the
 * relay sends its nonce; the rank answers with its own, its number and a proof; the relay proves itself in turn. All
 * fields have fixed sizes, and nothing else is read before both proofs hold. Out of the nonces both make the keys by
 * which everything that follows is sealed.
 */
public final class Handshake {
    private static final byte[] MAGIC = "LOCKSTEP/2\n".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 32;
    private static final int PROOF_BYTES = 32;
    private static final String RANK = "rank";
    private static final String RELAY = "relay";

    private final JobKey key;

    /**
     * The session of two sides that have proved themselves.
     *
     * @param rank who came to the relay
     * @param sent seals what this side sends
     * @param received seals what the other side sends
     */
    record Session(int rank, Seal sent, Seal received) {}

    /** A handshake of one job, whose secret is the key. */
    public Handshake(JobKey key) {
        this.key = key;
    }

    /**
     * Runs the relay's side; the session has the rank that the caller proved to be.
     *
     * @param wanted asked once the caller has proved itself, before it is told: whether it may still come in
     * @throws IOException if the caller does not hold the key, goes away, or is not wanted any more
     */
    Session accept(DataInputStream in, DataOutputStream out, BooleanSupplier wanted) throws IOException {
        byte[] mine = nonce();
        out.write(MAGIC);
        out.write(mine);
        out.flush();
        byte[] theirs = in.readNBytes(NONCE_BYTES);
        int rank = in.readInt();
        byte[] proof = in.readNBytes(PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, key.proof(RANK, mine, theirs, rank))) {
            throw new IOException("refused: the caller does not hold this job's key");
        }
        if (!wanted.getAsBoolean()) {
            throw new IOException("refused: the caller came too late");
        }
        out.write(key.proof(RELAY, theirs, mine, rank));
        out.flush();
        return new Session(rank, key.seal(RELAY, mine, theirs, rank), key.seal(RANK, mine, theirs, rank));
    }

    /**
     * Runs the rank's side.
     *
     * @param rank its number
     * @throws java.io.EOFException if the relay hangs up in between: it had too many callers at once
     * @throws IOException if the other side is not this job's relay
     */
    Session introduce(DataInputStream in, DataOutputStream out, int rank) throws IOException {
        byte[] magic = new byte[MAGIC.length];
        in.readFully(magic);
        if (!MessageDigest.isEqual(magic, MAGIC)) {
            throw new IOException("what answers there is not a Lockstep relay of this version");
        }
        byte[] theirs = new byte[NONCE_BYTES];
        in.readFully(theirs);
        byte[] mine = nonce();
        out.write(mine);
        out.writeInt(rank);
        out.write(key.proof(RANK, theirs, mine, rank));
        out.flush();
        byte[] proof = new byte[PROOF_BYTES];
        in.readFully(proof);
        if (!MessageDigest.isEqual(proof, key.proof(RELAY, mine, theirs, rank))) {
            throw new IOException("the relay there does not hold this job's key");
        }
        return new Session(rank, key.seal(RANK, theirs, mine, rank), key.seal(RELAY, theirs, mine, rank));
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        return nonce;
    }
}
