package dev.lockstep.codec.kryo;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;

/** An input that refuses lengths beyond the bytes that are left, before it takes memory for them. */
final class BoundedInput extends Input {

    BoundedInput() {
        super(new byte[0]);
    }

    /** Checks a length that was read, in elements, against the fewest bytes that an element has. */
    void require(int length, int bytes) {
        if (length < 0 || (long) length * bytes > limit() - position()) {
            throw new KryoException(length + " elements of " + bytes + " bytes cannot be in the "
                    + (limit() - position()) + " bytes that are left");
        }
    }

    @Override
    public byte[] readBytes(int length) {
        require(length, 1);
        return super.readBytes(length);
    }

    @Override
    public double[] readDoubles(int length) {
        require(length, Double.BYTES);
        return super.readDoubles(length);
    }

    /** A character has one byte at least; a length of 0 means null. */
    @Override
    public String readString() {
        int start = position();
        if (readVarIntFlag()) {
            require(Math.max(0, readVarIntFlag(true) - 1), 1);
        }
        setPosition(start);
        return super.readString();
    }
}
