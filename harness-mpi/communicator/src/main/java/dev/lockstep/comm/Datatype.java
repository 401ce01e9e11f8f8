package dev.lockstep.comm;

/** What the elements of a reduction are, in native byte order. */
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

    Datatype(int bytes) {
        this.bytes = bytes;
    }

    /**
     * The size of one element.
     *
     * @return 4 or 8, in bytes
     */
    public int bytes() {
        return bytes;
    }
}
