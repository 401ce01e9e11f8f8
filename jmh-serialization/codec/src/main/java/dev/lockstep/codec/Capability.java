package dev.lockstep.codec;

/** A property that some codecs have and others lack, or lack in the way that their authors recommend to use them. */
public enum Capability {
    /** A field that may be null comes back as null, told apart from one that is empty. */
    NULL_FIELDS,

    /** A list or an array that is null comes back as null, told apart from one that is empty. */
    NULL_LISTS,

    /** A null among the elements of a list comes back as null. */
    NULL_ELEMENTS,

    /** An object that can be reached from itself comes back as such. */
    CYCLES,

    /**
     * Bytes of another version of a class are read: fields that this version does not have are passed over, and fields
     * that the bytes lack get their defaults.
     */
    EVOLUTION,

    /** One instance may be used by several threads at the same time. */
    THREADS,

    /** Encoding into a given buffer, again and again, needs no other memory in proportion to the bytes. */
    REUSED_BUFFERS,

    /** Decoding can fill an object that exists. */
    REUSED_INSTANCES
}
