package dev.lockstep.comm.sockets;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Idle;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The ways of one process to the others, and the one function that makes progress on all of them. There is no thread
 * for it; each call makes progress at least once, and each wait again and again. Threads of a process take turns.
 */
abstract class Engine implements Closeable {
    private final ReentrantLock lock = new ReentrantLock();
    private final int process;
    private final Frame.Owner controls = this::recycle;
    private Frame freeControls;
    private final Abort abort;

    /** How messages go. */
    final Scheme scheme;

    /** To each process; this one's is not used. */
    final Link[] links;

    /**
     * One that has no links yet.
     *
     * @param process the number of this one
     * @param size how many there are
     * @param scheme how messages go
     * @param abort ends what waits when a peer is lost
     */
    Engine(int process, int size, Function<Engine, Scheme> scheme, Abort abort) {
        this.process = process;
        this.abort = abort;
        links = new Link[size];
        this.scheme = scheme.apply(this);
    }

    /** Looks at every way once: writes what waits, and reads what has come. */
    abstract void move();

    /** Whether anything can come. */
    abstract boolean isOpen();

    /** Frees what it has. */
    abstract void free() throws IOException;

    /** What was counted; 0 if nothing is. */
    long counts(ToLongFunction<Counters> which) {
        return 0;
    }

    /** Finds out whether the others are there, if only sending to them tells. */
    void greet() {}

    final int process() {
        return process;
    }

    final Link link(int other) {
        return links[other];
    }

    /** A frame without a payload, for as long as it takes to leave. */
    final Frame control() {
        Frame frame = freeControls;
        if (frame == null) {
            return new Frame(controls);
        }
        freeControls = frame.next;
        return frame;
    }

    private void recycle(Frame frame) {
        frame.next = freeControls;
        freeControls = frame;
    }

    /** Whether what this process has sent leaves only when it is asked for. */
    final boolean sendsWhenAsked() {
        return scheme.sendsWhenAsked();
    }

    /** Begins to send, and makes progress once. */
    final void send(SendRequest request) {
        lock.lock();
        try {
            scheme.send(request);
            progress();
        } catch (IOException e) {
            throw broken("to rank " + request.destination() + " nothing can be sent: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Begins to receive, and makes progress once. */
    final void receive(ReceiveRequest request) {
        lock.lock();
        try {
            scheme.receive(request);
            progress();
        } catch (IOException e) {
            throw broken("of rank " + request.source() + " nothing can be asked: " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Makes progress, unless another thread does. */
    final void tryProgress() {
        if (lock.tryLock()) {
            try {
                progress();
            } finally {
                lock.unlock();
            }
        }
    }

    /** As {@link #greet}, unless another thread makes progress. */
    final void tryGreet() {
        if (lock.tryLock()) {
            try {
                greet();
            } finally {
                lock.unlock();
            }
        }
    }

    private void progress() {
        if (!isOpen()) {
            throw new CommunicationException("nothing can come any more: " + abort.reason());
        }
        move();
    }

    /** Whether a message has begun to come that a receive would get. */
    final boolean probe(Requests of, int source, int tag, Status status) {
        lock.lock();
        try {
            return scheme.probe(of, source, tag, status);
        } finally {
            lock.unlock();
        }
    }

    final long counted(ToLongFunction<Counters> which) {
        lock.lock();
        try {
            return counts(which);
        } finally {
            lock.unlock();
        }
    }

    /** Ends all: another process cannot be reached any more. */
    final CommunicationException lost(Link link, Exception why) {
        link.abandon();
        return broken("rank " + link.peer() + " is gone: " + why.getMessage(), why);
    }

    /** Ends all: what has come since then cannot be told apart any more. */
    final void unreadable(Link link, Throwable why) {
        link.abandon();
        broken("what rank " + link.peer() + " sends cannot be read: " + why, why);
    }

    /** From now on all that waits here fails: what is under way is undefined, as in MPI. */
    final CommunicationException broken(String what, Throwable why) {
        String reason = why instanceof ClosedByInterruptException ? "a send" + Idle.INTERRUPTED : what;
        abort.raise(reason);
        return new CommunicationException(reason, why);
    }

    /** Begins nothing after something has ended all that waits here. */
    final void requireWhole() {
        String reason = abort.reason();
        if (reason != null) {
            throw new CommunicationException("nothing can be begun: " + reason);
        }
    }

    /** Forgets a context that is closed. */
    final void forget(long context) {
        lock.lock();
        try {
            scheme.forget(context);
        } finally {
            lock.unlock();
        }
    }

    /** Tells all that are connected that nothing more comes. */
    final void sayGoodbye() {
        lock.lock();
        try {
            for (Link link : links) {
                sayGoodbye(link);
            }
        } finally {
            lock.unlock();
        }
    }

    private void sayGoodbye(Link link) {
        try {
            if (link.isConnected()) {
                link.add(control().header(Frame.GOODBYE, 0, 0, 0, 0, 0));
            }
        } catch (IOException e) {
            // It has said so before, and gone.
            link.abandon();
        }
    }

    /** Whether nothing waits to leave. */
    final boolean isFlushed() {
        lock.lock();
        try {
            for (Link link : links) {
                if (!link.isEmpty()) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final void close() throws IOException {
        lock.lock();
        try {
            if (isOpen()) {
                free();
            }
        } finally {
            lock.unlock();
        }
    }
}
