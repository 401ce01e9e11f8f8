package dev.lockstep.comm.sockets;

import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Part;
import dev.lockstep.comm.support.PooledRequest;
import dev.lockstep.comm.support.Progress;
import java.nio.ByteBuffer;

/** A send under way, and its frame. */
final class SendRequest extends PooledRequest implements Part, Frame.Owner {
    private final Requests home;
    private final Frame frame = new Frame(this);
    private ByteBuffer message;
    private int at;
    private int length;
    private long context;
    private int destination;
    private int tag;
    private boolean synchronous;
    private boolean hasLeft;
    private boolean received;
    private boolean hasNoRoom;
    private volatile boolean done;

    SendRequest next;

    SendRequest(Progress progress, Requests home) {
        super(progress);
        this.home = home;
    }

    void start(ByteBuffer what, int from, int bytes, long inContext, int to, int withTag, boolean onlyWhenReceived) {
        message = what;
        at = from;
        length = bytes;
        context = inContext;
        destination = to;
        tag = withTag;
        synchronous = onlyWhenReceived;
        hasLeft = false;
        received = false;
        hasNoRoom = false;
        done = false;
        inUse(true);
    }

    ByteBuffer message() {
        return message;
    }

    int at() {
        return at;
    }

    int length() {
        return length;
    }

    long context() {
        return context;
    }

    /** The number of the process that gets it. */
    int destination() {
        return destination;
    }

    int tag() {
        return tag;
    }

    boolean isSynchronous() {
        return synchronous;
    }

    /** The frame, as a message of a kind. */
    Frame frame(int kind, int token) {
        return frame.message(kind, context, tag, 0, token, message, at, length);
    }

    /** Has left whole, which is all unless it is synchronous. */
    @Override
    public void left(Frame of) {
        hasLeft = true;
        done = received || !synchronous;
    }

    /** Is being received, perhaps before all of it has left. */
    void received() {
        received = true;
        done = hasLeft;
    }

    /** Waits until the log has room, or until it is asked for. */
    void noRoom() {
        hasNoRoom = true;
    }

    /** Is complete. */
    void complete() {
        done = true;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void finish(Status status) {
        end();
    }

    @Override
    public int end() {
        inUse(false);
        message = null;
        home.recycle(this);
        return length;
    }

    @Override
    public String toString() {
        return "a send of " + length + " bytes to rank " + home.rank(destination) + ", tag " + tag + ","
                + (hasNoRoom ? " for which the log (option " + Settings.LOG + ") has no room," : "");
    }
}
