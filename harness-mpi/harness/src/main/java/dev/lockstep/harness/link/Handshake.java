package dev.lockstep.harness.link;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * Challenge and response in both directions, over fresh nonces, so that neither a stranger nor a recording gets in: the relay sends its
 * nonce; the rank answers with its own, its number and a proof; the relay proves itself in turn. All fields have fixed sizes, and nothing
 * else is read before both proofs hold.
 */
public final class Handshake {
    private static final byte[] MAGIC = "LOCKSTEP/1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE_BYTES = 32;
    private static final int PROOF_BYTES = 32;
    private static final String RANK = "rank";
    private static final String RELAY = "relay";

    private final JobKey key;

    /**
     * For one job.
     *
     * @param key its secret
     */
    public Handshake(JobKey key) {
        this.key = key;
    }

    /**
     * The relay's side.
     *
     * @param in from the caller
     * @param out to the caller
     * @return the rank that the caller proved to be
     * @throws IOException if the caller does not hold the key, or goes away
     */
    public int accept(DataInputStream in, DataOutputStream out) throws IOException {
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
        out.write(key.proof(RELAY, theirs, mine, rank));
        out.flush();
        return rank;
    }

    /**
     * The rank's side.
     *
     * @param in from the relay
     * @param out to the relay
     * @param rank its number
     * @throws IOException if the other side is not this job's relay
     */
    public void introduce(DataInputStream in, DataOutputStream out, int rank) throws IOException {
        byte[] magic = in.readNBytes(MAGIC.length);
        if (!MessageDigest.isEqual(magic, MAGIC)) {
            throw new IOException("what answers there is not a Lockstep relay of this version");
        }
        byte[] theirs = in.readNBytes(NONCE_BYTES);
        byte[] mine = nonce();
        out.write(mine);
        out.writeInt(rank);
        out.write(key.proof(RANK, theirs, mine, rank));
        out.flush();
        byte[] proof = in.readNBytes(PROOF_BYTES);
        if (!MessageDigest.isEqual(proof, key.proof(RELAY, mine, theirs, rank))) {
            throw new IOException("the relay there does not hold this job's key");
        }
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        return nonce;
    }
}
