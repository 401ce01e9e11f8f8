package dev.lockstep.comm.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.MessageTruncatedException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Turns the library's error codes into our exceptions, with the library's own text. */
final class Failures {
    /** MPI_MAX_LIBRARY_VERSION_STRING of the standard ABI, the largest of all limits of texts. */
    private static final int LONGEST_TEXT = 8192;

    private Failures() {}

    /** Raises the exception that an error code stands for. */
    static void check(int code, String what) {
        if (code != MpiAbi.SUCCESS) {
            throw of(code, what);
        }
    }

    static CommunicationException of(int code, String what) {
        return new CommunicationException(what + ": " + text(code));
    }

    /** The exception of a receive with room for so many bytes. */
    static CommunicationException ofReceive(int code, String what, int room) {
        if (errorClass(code) == MpiAbi.ERR_TRUNCATE) {
            return new MessageTruncatedException(
                    what + ": the message does not fit the " + room + " bytes meant for it (" + text(code) + ")");
        }
        return of(code, what);
    }

    private static int errorClass(int code) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment answer = arena.allocate(JAVA_INT);
            return RawWorld.errorClass(code, answer.address()) == MpiAbi.SUCCESS ? answer.get(JAVA_INT, 0) : code;
        }
    }

    private static String text(int code) {
        return said((text, length) -> RawWorld.errorString(code, text, length), "error code " + code)
                .replaceAll("\\s+", " ");
    }

    /** A function that fills a text and its length in bytes. */
    interface Telling {
        int into(long text, long length);
    }

    /** The library's text, or another one if it gives none. */
    static String said(Telling function, String otherwise) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(LONGEST_TEXT);
            MemorySegment length = arena.allocate(JAVA_INT);
            if (function.into(text.address(), length.address()) != MpiAbi.SUCCESS) {
                return otherwise;
            }
            byte[] bytes = text.toArray(JAVA_BYTE);
            int end = Math.min(length.get(JAVA_INT, 0), LONGEST_TEXT);
            // Some count the terminating zero.
            return new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8)
                    .replace('\0', ' ')
                    .strip();
        }
    }
}
