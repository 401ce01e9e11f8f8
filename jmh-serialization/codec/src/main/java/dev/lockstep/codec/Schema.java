package dev.lockstep.codec;

/** The description that both ends of a codec must share besides the classes of the objects. */
public enum Schema {
    /** Nothing: the bytes name fields or classes. */
    NONE,

    /** The classes, in the same order or with the same numbers: they are registered with the library before use. */
    REGISTERED,

    /** A description in a language of the library's, from which code is generated. */
    GENERATED,

    /** Code that somebody wrote for each class. */
    WRITTEN
}
