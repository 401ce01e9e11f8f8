package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/** A communicator that does all right by leaving it to another. A broken double overrides one thing. */
public class Delegating implements Communicator, DelegatingMessages, DelegatingCollectives, DelegatingStarts {
    protected final Communicator to;

    protected Delegating(Communicator to) {
        this.to = to;
    }

    @Override
    public Communicator to() {
        return to;
    }

    @Override
    public Map<Capability, String> unsupported() {
        return to.unsupported();
    }

    @Override
    public int rank() {
        return to.rank();
    }

    @Override
    public int size() {
        return to.size();
    }

    @Override
    public Communicator duplicate() {
        return to.duplicate();
    }

    @Override
    public Optional<Communicator> split(int color, int key) {
        return to.split(color, key);
    }

    @Override
    public PointToPoint share() {
        return to.share();
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        return to.allocate(bytes);
    }

    @Override
    public void close() {
        to.close();
    }

    /** A request that leaves all to another. */
    static class DelegatingRequest implements Request {
        protected final Request to;

        DelegatingRequest(Request to) {
            this.to = to;
        }

        @Override
        public void await(Status status) {
            to.await(status);
        }

        @Override
        public boolean test(Status status) {
            return to.test(status);
        }
    }

    /** A persistent request that leaves all to another. */
    static class DelegatingPersistent extends DelegatingRequest implements PersistentRequest {
        protected final PersistentRequest persistent;

        DelegatingPersistent(PersistentRequest to) {
            super(to);
            persistent = to;
        }

        @Override
        public void start() {
            persistent.start();
        }

        @Override
        public boolean isActive() {
            return persistent.isActive();
        }

        @Override
        public void close() {
            persistent.close();
        }
    }
}
