package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Codec;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One thread's codec, an object, and its bytes; equal in all processes of a run. */
@State(Scope.Thread)
public class Subject {
    Codec<Object> codec;
    Object value;

    /** The value's encoding, from 0 to the limit of an array of its own. */
    ByteBuffer bytes;

    /** The codec, of this thread alone. */
    public Codec<Object> codec() {
        return codec;
    }

    /** The object to encode. */
    public Object value() {
        return value;
    }

    /** How many bytes its encoding has. */
    public int length() {
        return bytes.limit();
    }

    /** Makes codec, object and bytes. */
    @Setup
    public void make(CodecName name, PayloadName payload) {
        Choice choice = Choice.of(name.codec, payload.payload);
        make(choice.open(), choice.value(0));
    }

    /** Encodes, and checks that the object survives. */
    void make(Codec<Object> made, Object toEncode) {
        codec = made;
        value = toEncode;
        ByteBuffer encoded = codec.encode(value);
        bytes = ByteBuffer.allocate(encoded.remaining()).put(encoded).flip();
        requireBack(codec.decode(bytes.duplicate()));
    }

    /**
     * Compares the decoded object with the encoded one.
     *
     * @throws IllegalStateException if they differ, so that the benchmark gives no number
     */
    public void requireBack(Object decoded) {
        requireEqual(value, decoded);
    }

    /** As {@link #requireBack}, for any two. */
    static void requireEqual(Object encoded, Object decoded) {
        if (!encoded.equals(decoded)) {
            throw new IllegalStateException("encoded " + encoded + ", decoded " + decoded);
        }
    }
}
