package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** One form of one collective leaves a wrong first byte, which with unequal blocks lies in a gap between them. */
final class Tampered extends Intercepted {
    private final String form;

    Tampered(Communicator to, String form) {
        super(to);
        this.form = form;
    }

    @Override
    void done(String name, ByteBuffer read, ByteBuffer written, Runnable call) {
        call.run();
        tamper(name, read, written);
    }

    @Override
    Request started(String name, ByteBuffer read, ByteBuffer written, Supplier<Request> call) {
        return new DelegatingRequest(call.get()) {
            @Override
            public void await(Status status) {
                to.await(status);
                tamper(name, read, written);
            }

            @Override
            public boolean test(Status status) {
                boolean complete = to.test(status);
                if (complete) {
                    tamper(name, read, written);
                }
                return complete;
            }
        };
    }

    private void tamper(String name, ByteBuffer read, ByteBuffer written) {
        if (name.equals(form) && written != null) {
            Faults.flipFirst(written == IN_PLACE ? read : written);
        }
    }
}
