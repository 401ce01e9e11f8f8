package dev.lockstep.codec;

/** What both ends of a codec must have in common besides the classes of the objects. */
public enum Schema {
    /** Nothing: the bytes say what they are, by names of fields or of classes. */
    NONE,

    /** The classes, in the same order or with the same numbers: they are registered with the library before use. */
    REGISTERED,

    /** A description in a language of the library's, from which code is generated. */
    GENERATED,

    /** Code that somebody wrote for each class. */
    WRITTEN
}
