package dev.lockstep.codec.payload;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;

/** A command to a key-value store: a short key, and a value of 64 bytes at most. */
public final class Command implements Serializable {
    private static final long serialVersionUID = 1;

    /** The operation. */
    public Operation operation;

    /** A unique number, which the answer quotes. */
    public long requestId;

    /** The name of the entry. */
    public String key;

    /** The value to store; null where the operation stores nothing. */
    public byte[] value;

    /** The version of the entry that is meant. */
    public long version;

    /** The entry's lifetime; 0 is for ever. */
    public int ttlSeconds;

    /** An operation of a store. */
    public enum Operation {
        /** Reads an entry. */
        GET,
        /** Writes an entry. */
        PUT,
        /** Removes an entry. */
        DELETE,
        /** Writes an entry if its version is the one given. */
        COMPARE_AND_SET
    }

    /** A command that stores 8 to 64 bytes; equal seeds give equal commands. */
    public static Command of(long seed) {
        Random random = new Random(seed);
        Command command = new Command();
        command.operation = random.nextBoolean() ? Operation.PUT : Operation.COMPARE_AND_SET;
        command.requestId = random.nextLong();
        command.key = "user:" + (1_000_000 + random.nextInt(9_000_000)) + ":session";
        command.value = new byte[8 + random.nextInt(57)];
        random.nextBytes(command.value);
        command.version = random.nextInt(1_000);
        command.ttlSeconds = 60 * random.nextInt(60);
        return command;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Command c
                && operation == c.operation
                && requestId == c.requestId
                && Objects.equals(key, c.key)
                && Arrays.equals(value, c.value)
                && version == c.version
                && ttlSeconds == c.ttlSeconds;
    }

    @Override
    public int hashCode() {
        return Objects.hash(operation, requestId, key, Arrays.hashCode(value), version, ttlSeconds);
    }

    @Override
    public String toString() {
        return operation + " " + key + " version " + version + ", request " + requestId + ", " + ttlSeconds + " s: "
                + Arrays.toString(value);
    }
}
