package dev.lockstep.harness.link;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that ranks tell each other through the relay: {@link FrameType#ALL_GATHER} takes one rank's value to it,
 * {@link FrameType#GATHERED} takes all of them back. It is for set-up, not for messages: values are small, and each
 * goes by the host's own JVM.
 *
 * @param communicator whose ranks they are, by a name that is the same on all of them
 * @param sequence how many such exchanges this communicator has had before
 * @param values one, or every rank's in the order of ranks
 */
public record AllGather(String communicator, int sequence, List<byte[]> values) {
    /** The longest value, in bytes: that of a thousand ranks still fits a frame many times over. */
    public static final int MAX_BYTES = 4096;

    public AllGather {
        values = List.copyOf(values);
    }

    /**
     * Checks a value before it is sent.
     *
     * @throws IllegalArgumentException if it is longer than {@value #MAX_BYTES} bytes
     */
    public static void requireShort(byte[] value) {
        if (value.length > MAX_BYTES) {
            throw new IllegalArgumentException("ranks exchange small values, such as an address, of at most "
                    + MAX_BYTES + " bytes; this one has " + value.length);
        }
    }

    /** The payload of a frame, for {@link #parse}. */
    public byte[] format() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(communicator);
            out.writeInt(sequence);
            out.writeInt(values.size());
            for (byte[] value : values) {
                out.writeInt(value.length);
                out.write(value);
            }
        } catch (IOException e) {
            throw new IllegalStateException("an array takes what it is given", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a payload that {@link #format} made.
     *
     * @throws IOException if it is anything else
     */
    public static AllGather parse(byte[] payload) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload))) {
            String communicator = in.readUTF();
            int sequence = in.readInt();
            int count = in.readInt();
            List<byte[]> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int length = in.readInt();
                if (length < 0 || length > MAX_BYTES) {
                    throw new IOException("a value of " + length + " bytes; " + MAX_BYTES + " is the most");
                }
                byte[] value = new byte[length];
                in.readFully(value);
                values.add(value);
            }
            if (count < 0 || in.read() >= 0) {
                throw new IOException("not an exchange of " + count + " values");
            }
            return new AllGather(communicator, sequence, values);
        }
    }
}
