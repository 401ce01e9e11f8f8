package dev.lockstep.comm.ffm;

/** A non-blocking operation, from the pool of its communicator. */
final class FfmRequest extends FfmOperation {
    private final RequestPool pool;

    FfmRequest(RequestPool pool, FfmPlace place) {
        super(place);
        this.pool = pool;
    }

    /** Notes that the request is under way, if the library has started it. */
    FfmRequest started(int code, String what, boolean receives) {
        if (code != MpiAbi.SUCCESS) {
            operands.release();
            throw Failures.of(code, what + " did not start");
        }
        describe(what, receives);
        activate();
        pool.taken(this);
        return this;
    }

    @Override
    void end() {
        operands.release();
        pool.free(this);
    }

    @Override
    String inactive() {
        return "this request was completed before";
    }
}
