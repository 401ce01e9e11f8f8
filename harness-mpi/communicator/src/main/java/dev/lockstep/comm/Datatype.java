package dev.lockstep.comm;

/** The type of a reduction's elements, in native byte order. */
public enum Datatype {
    /** 4-byte two's complement integer (MPI_INT32_T). Overflow wraps. */
    INT(Integer.BYTES),
    /** 8-byte two's complement integer (MPI_INT64_T). Overflow wraps. */
    LONG(Long.BYTES),
    /** 4-byte IEEE 754 number (MPI_FLOAT). */
    FLOAT(Float.BYTES),
    /** 8-byte IEEE 754 number (MPI_DOUBLE). */
    DOUBLE(Double.BYTES);

    private final int bytes;
    private final int shift;

    Datatype(int bytes) {
        this.bytes = bytes;
        shift = Integer.numberOfTrailingZeros(bytes);
    }

    /** The size of one element in bytes, 4 or 8. */
    public int bytes() {
        return bytes;
    }

    /** How many elements so many bytes are; a remainder is left out. By a shift: sizes are powers of two. */
    public int elements(int ofBytes) {
        return ofBytes >> shift;
    }

    /** Whether so many bytes, 0 or more, are whole elements. */
    public boolean divides(int ofBytes) {
        return (ofBytes & bytes - 1) == 0;
    }
}
