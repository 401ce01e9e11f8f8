package dev.lockstep.codec.payload.next;

import dev.lockstep.codec.payload.Command.Operation;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * {@link dev.lockstep.codec.payload.Command} a version later: {@code ttlSeconds} is gone, {@code tenant} and
 * {@code priority} are new. For codecs that promise evolution, the two are versions of one type: what one's codec
 * encodes, the other's decodes.
 */
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

    /** The owner of the entry; null if nobody says. New. */
    public String tenant;

    /** The priority; 0 is what commands had before there were priorities. New. */
    public int priority;

    @Override
    public boolean equals(Object other) {
        return other instanceof Command c
                && operation == c.operation
                && requestId == c.requestId
                && Objects.equals(key, c.key)
                && Arrays.equals(value, c.value)
                && version == c.version
                && Objects.equals(tenant, c.tenant)
                && priority == c.priority;
    }

    @Override
    public int hashCode() {
        return Objects.hash(operation, requestId, key, Arrays.hashCode(value), version, tenant, priority);
    }

    @Override
    public String toString() {
        return operation + " " + key + " version " + version + ", request " + requestId + ", of " + tenant + " at "
                + priority + ": " + Arrays.toString(value);
    }
}
