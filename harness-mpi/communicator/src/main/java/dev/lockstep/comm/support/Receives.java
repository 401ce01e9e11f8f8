package dev.lockstep.comm.support;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.MessageTruncatedException;

/** What all receives have in common: what they match, and what is said of them. */
public final class Receives {
    private Receives() {}

    /** Whether a message matches the source and the tag asked for, which may be wildcards (MPI 4.1, section 3.2.4). */
    public static boolean matches(int source, int tag, int from, int withTag) {
        return (source == from || source == Communicator.ANY_SOURCE) && (tag == withTag || tag == Communicator.ANY_TAG);
    }

    /** The error of a message that is longer than the room for it, both in bytes. */
    public static MessageTruncatedException truncated(int bytes, int from, int withTag, int room) {
        return new MessageTruncatedException("a message of " + bytes + " bytes from rank " + from + ", tag " + withTag
                + ", does not fit the " + room + " bytes meant for it");
    }

    /** A receive, as the subject of a message. */
    public static String describe(int source, int tag) {
        return "a receive from " + (source == Communicator.ANY_SOURCE ? "any rank" : "rank " + source) + ", "
                + (tag == Communicator.ANY_TAG ? "any tag" : "tag " + tag) + ",";
    }
}
