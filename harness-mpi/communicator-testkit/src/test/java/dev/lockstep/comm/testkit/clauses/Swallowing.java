package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** Collectives that take wrong arguments in silence: the call does nothing. */
final class Swallowing extends Intercepted {

    Swallowing(Communicator to) {
        super(to);
    }

    @Override
    void done(String name, ByteBuffer read, ByteBuffer written, Runnable call) {
        BrokenArguments.silently(call);
    }

    @Override
    Request started(String name, ByteBuffer read, ByteBuffer written, Supplier<Request> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException unheard) {
            return new Complete();
        }
    }

    /** What never was under way. */
    static final class Complete implements Request {
        @Override
        public void await(Status status) {}

        @Override
        public boolean test(Status status) {
            return true;
        }
    }
}
