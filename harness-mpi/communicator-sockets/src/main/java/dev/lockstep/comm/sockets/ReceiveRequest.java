package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Part;
import dev.lockstep.comm.support.PooledRequest;
import dev.lockstep.comm.support.Progress;
import dev.lockstep.comm.support.Receives;
import java.nio.ByteBuffer;

/** A receive under way. Its sources are numbers of processes until it is complete. */
final class ReceiveRequest extends PooledRequest implements Part {
    private final Requests home;
    private ByteBuffer buffer;
    private int at;
    private int room;
    private long context;
    private int source;
    private int tag;
    private int length;
    private volatile boolean done;

    ReceiveRequest next;

    ReceiveRequest(Progress progress, Requests home) {
        super(progress);
        this.home = home;
    }

    void start(ByteBuffer into, int from, int bytes, long inContext, int of, int withTag) {
        buffer = into;
        at = from;
        room = bytes;
        context = inContext;
        source = of;
        tag = withTag;
        done = false;
        inUse(true);
    }

    long context() {
        return context;
    }

    /** The process asked for; also a wildcard. */
    int source() {
        return source;
    }

    /** The tag asked for; also a wildcard. */
    int tag() {
        return tag;
    }

    /** The room for the message, in bytes. */
    int room() {
        return room;
    }

    boolean matches(int from, int withTag) {
        return Receives.matches(source, tag, from, withTag);
    }

    /** A message has come that matches: its payload is told where to go, or nowhere if it is too long. */
    void take(int from, int withTag, int bytes, Arrival arrival) {
        matched(from, withTag, bytes);
        arrival.request = this;
        arrival.into(bytes <= room ? buffer : null, at, bytes);
    }

    /** The same, from memory. */
    void take(int from, int withTag, ByteBuffer of, int position, int bytes) {
        matched(from, withTag, bytes);
        if (bytes <= room) {
            buffer.put(at, of, position, bytes);
        }
        done = true;
    }

    /** Learns what it gets, and how long that is. */
    void matched(int from, int withTag, int bytes) {
        source = from;
        tag = withTag;
        length = bytes;
    }

    /** All has come. */
    void complete() {
        done = true;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void finish(Status status) {
        int from = home.rank(source);
        int withTag = tag;
        int had = room;
        int bytes = end();
        if (bytes > had) {
            throw Receives.truncated(bytes, from, withTag, had);
        }
        if (status != null) {
            status.set(from, withTag, bytes);
        }
    }

    @Override
    public int end() {
        inUse(false);
        buffer = null;
        home.recycle(this);
        return length;
    }

    @Override
    public String toString() {
        return Receives.describe(home.rank(source), tag);
    }
}
