package dev.lockstep.comm.local;

import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Part;
import dev.lockstep.comm.support.PooledRequest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** A send that could not be completed at once. Written by the sender; read, and at the end released, by the receiver. */
final class SendRequest extends PooledRequest implements Part {
    private static final VarHandle DONE;

    static {
        try {
            DONE = MethodHandles.lookup().findVarHandle(SendRequest.class, "done", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Outbox outbox;
    private ByteBuffer message;
    private int position;
    private int length;
    private int destination;
    private int tag;
    private boolean synchronous;

    @SuppressWarnings("unused") // read and written through DONE
    private boolean done;

    SendRequest next;

    SendRequest(ProgressEngine engine, Outbox outbox) {
        super(engine);
        this.outbox = outbox;
    }

    void start(ByteBuffer what, int from, int bytes, int to, int withTag, boolean onlyWhenReceived) {
        message = what;
        position = from;
        length = bytes;
        synchronous = onlyWhenReceived;
        destination = to;
        tag = withTag;
        DONE.set(this, false);
        inUse(true);
    }

    ByteBuffer message() {
        return message;
    }

    int position() {
        return position;
    }

    int length() {
        return length;
    }

    int destination() {
        return destination;
    }

    int tag() {
        return tag;
    }

    boolean isSynchronous() {
        return synchronous;
    }

    /** Tells the sender that the message was copied; the receiver's last use of this request. */
    void release() {
        DONE.setRelease(this, true);
    }

    @Override
    public boolean isDone() {
        return (boolean) DONE.getAcquire(this);
    }

    @Override
    public void finish(Status status) {
        end();
    }

    @Override
    public int end() {
        inUse(false);
        message = null;
        outbox.recycle(this);
        return length;
    }

    @Override
    public String toString() {
        return "a send of " + length + " bytes to rank " + destination + ", tag " + tag + ",";
    }
}
