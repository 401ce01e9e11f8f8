package dev.lockstep.harness.relay;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Keeps what comes first, up to a limit, and says at its end how much more there was: no benchmark fills the disk by talking. */
public final class CappedOutputStream extends FilterOutputStream {
    private final long limit;
    private long left;
    private long dropped;

    /**
     * Before another stream.
     *
     * @param out what is kept goes there
     * @param limit in bytes
     */
    public CappedOutputStream(OutputStream out, long limit) {
        super(out);
        this.limit = limit;
        this.left = limit;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        int kept = (int) Math.min(left, length);
        if (kept > 0) {
            out.write(bytes, offset, kept);
            left -= kept;
        }
        dropped += length - kept;
    }

    @Override
    public synchronized void close() throws IOException {
        if (dropped > 0) {
            out.write(("\nlockstep: " + dropped + " bytes more were dropped; the first " + limit
                            + " are kept, --output-limit changes that\n")
                    .getBytes(StandardCharsets.UTF_8));
            dropped = 0;
        }
        super.close();
    }
}
