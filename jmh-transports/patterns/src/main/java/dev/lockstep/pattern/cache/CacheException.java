package dev.lockstep.pattern.cache;

import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** Why there is no file: of the store, or of a server of a cache, which tells its clients. */
public final class CacheException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Characters that show which name is meant. */
    private static final int FEW = 20;

    /** What is wrong. */
    public enum Reason {
        /** There is no such file. */
        MISSING,
        /** The name is none, or leads out of the folder that is served. */
        REFUSED,
        /** The file has changed while it was read. */
        CHANGED,
        /** It could not be read, or is too large. */
        FAILED,
        /** The server has not answered in time, or cannot be reached: its client is of no more use. */
        LOST
    }

    private final Reason reason;

    /**
     * One with a reason.
     *
     * @param reason what is wrong
     * @param message with which file, and why
     */
    public CacheException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    private CacheException(Reason reason, String message, IOException cause) {
        this(reason, message);
        initCause(cause);
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }

    /** The same error if it is one, else one that says which file could not be read. */
    static CacheException of(String name, IOException e) {
        if (e instanceof CacheException known) {
            return known;
        }
        return e instanceof NoSuchFileException
                ? missing(name)
                : new CacheException(Reason.FAILED, name + " cannot be read: " + Tcp.reason(e), e);
    }

    static CacheException missing(String name) {
        return new CacheException(Reason.MISSING, "there is no file " + name);
    }

    static CacheException refused(String name, String why) {
        return new CacheException(Reason.REFUSED, "'" + name + "' is refused: " + why);
    }

    /** Its name has no bytes, or too many. */
    static CacheException length(String name) {
        return refused(
                name.isEmpty() ? name : name.substring(0, FEW) + "…", "a name has 1 to " + Store.MOST_BYTES + " bytes");
    }

    static CacheException changed(String name) {
        return new CacheException(Reason.CHANGED, name + " has changed while it was read");
    }
}
