package dev.lockstep.comm.ffm;

import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;

/** The completion of an operation that the library has under way. */
abstract class FfmOperation implements Request {
    final Slot slot = new Slot();
    final Operands operands;
    private final FfmPlace place;
    private String what;
    private boolean receives;
    private boolean active;

    FfmOperation(FfmPlace place) {
        this.place = place;
        operands = new Operands(place.staging);
    }

    /** Ends the operation once it is complete, with or without an error. */
    abstract void end();

    /** The message for an operation that is awaited though it is not under way. */
    abstract String inactive();

    final void describe(String operation, boolean isReceive) {
        what = operation;
        receives = isReceive;
    }

    final void activate() {
        active = true;
    }

    public final boolean isActive() {
        return active;
    }

    @Override
    public final void await(Status status) {
        boolean tells = isToldBy(status);
        complete(RawRequests.await(slot.handle(), tells ? slot.status() : MpiAbi.STATUS_IGNORE), tells, status);
    }

    @Override
    public final boolean test(Status status) {
        boolean tells = isToldBy(status);
        int code = RawRequests.test(slot.handle(), slot.flag(), tells ? slot.status() : MpiAbi.STATUS_IGNORE);
        if (code == MpiAbi.SUCCESS && slot.flagValue() == 0) {
            return false;
        }
        complete(code, tells, status);
        return true;
    }

    /** Whether the library has to fill a status; a send has nothing to tell. */
    private boolean isToldBy(Status status) {
        if (!active) {
            throw new IllegalStateException(inactive());
        }
        place.checkJoined();
        return receives && (status != null || operands.copiesOut());
    }

    /** Completes the operation; the library frees a request when it completes, also with an error. */
    private void complete(int code, boolean tells, Status status) {
        active = false;
        try {
            if (code != MpiAbi.SUCCESS) {
                throw receives
                        ? Failures.ofReceive(code, what + " failed", operands.room())
                        : Failures.of(code, what + " failed");
            }
            operands.copyOut(tells ? slot.tell(status) : operands.room());
        } finally {
            end();
        }
    }
}
