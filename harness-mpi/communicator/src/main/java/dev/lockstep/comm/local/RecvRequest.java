package dev.lockstep.comm.local;

import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Part;
import dev.lockstep.comm.support.PooledRequest;
import dev.lockstep.comm.support.Receives;
import java.nio.ByteBuffer;

/** A posted receive; only ever touched by the receiving rank. */
final class RecvRequest extends PooledRequest implements Part {
    private final Mailbox mailbox;
    private ByteBuffer buffer;
    private int position;
    private int capacity;
    private int source;
    private int tag;
    private boolean done;
    private int length;
    RecvRequest next;

    RecvRequest(ProgressEngine engine, Mailbox mailbox) {
        super(engine);
        this.mailbox = mailbox;
    }

    void start(ByteBuffer into, int at, int room, int from, int withTag) {
        buffer = into;
        position = at;
        capacity = room;
        source = from;
        tag = withTag;
        done = false;
        inUse(true);
    }

    /** The source as asked for, also a wildcard. */
    int source() {
        return source;
    }

    boolean matches(int from, int withTag) {
        return Receives.matches(source, tag, from, withTag);
    }

    /** The room for a message of this length; null if it does not fit. */
    ByteBuffer target(int bytes) {
        return bytes <= capacity ? buffer : null;
    }

    int position() {
        return position;
    }

    void complete(int from, int withTag, int bytes) {
        source = from;
        tag = withTag;
        length = bytes;
        done = true;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void finish(Status status) {
        int from = source;
        int withTag = tag;
        int room = capacity;
        int bytes = end();
        if (bytes > room) {
            throw Receives.truncated(bytes, from, withTag, room);
        }
        if (status != null) {
            status.set(from, withTag, bytes);
        }
    }

    @Override
    public int end() {
        int bytes = length;
        inUse(false);
        buffer = null;
        mailbox.recycle(this);
        return bytes;
    }

    @Override
    public String toString() {
        return Receives.describe(source, tag);
    }
}
