package dev.lockstep.comm.profile;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import java.nio.ByteBuffer;

/** An operation under way: counts what completes it. */
class CompletingRequest implements Request {
    private final Tally tally;
    private final Status own = new Status();
    private Request request;
    private MpiFunction function;
    private ByteBuffer into;
    private int at;
    private int number;

    CompletingRequest next;

    CompletingRequest(Tally tally) {
        this.tally = tally;
    }

    /** Of an operation that receives nothing that is looked at. */
    CompletingRequest of(Request underWay) {
        request = underWay;
        into = null;
        return this;
    }

    /** Of a receive. */
    CompletingRequest of(Request underWay, MpiFunction by, ByteBuffer buffer, int numbered) {
        request = underWay;
        function = by;
        number = numbered;
        into = tally.checksums() ? buffer : null;
        at = buffer.position();
        return this;
    }

    @Override
    public void await(Status status) {
        requireUnderWay();
        Status told = into != null && status == null ? own : status;
        long start = tally.begin();
        request.await(told);
        complete(MpiFunction.WAIT, start, told);
    }

    @Override
    public boolean test(Status status) {
        requireUnderWay();
        Status told = into != null && status == null ? own : status;
        long start = tally.begin();
        boolean done = request.test(told);
        if (done) {
            complete(MpiFunction.TEST, start, told);
        } else {
            tally.end(MpiFunction.TEST, start, Tally.NO_MESSAGE);
        }
        return done;
    }

    private void complete(MpiFunction by, long start, Status status) {
        tally.end(by, start, Tally.NO_MESSAGE);
        if (into != null) {
            tally.received(function, number, into, at, status);
        }
        completed();
    }

    /** What becomes of it. */
    void completed() {
        request = null;
        into = null;
        tally.recycle(this);
    }

    private void requireUnderWay() {
        if (request == null) {
            throw new IllegalStateException("this request was completed before");
        }
    }
}
