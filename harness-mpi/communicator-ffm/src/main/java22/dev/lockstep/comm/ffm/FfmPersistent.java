package dev.lockstep.comm.ffm;

import dev.lockstep.comm.PersistentRequest;
import java.nio.ByteBuffer;

final class FfmPersistent extends FfmOperation implements PersistentRequest {
    private final FfmPlace communicator;
    private final boolean sends;
    private boolean closed;

    /** Prepares a request; the buffer is duplicated, since its position and limit may move between starts. */
    FfmPersistent(FfmPlace communicator, boolean sends, ByteBuffer message) {
        super(communicator);
        this.communicator = communicator;
        this.sends = sends;
        if (sends) {
            operands.reads(message.duplicate());
            describe("a send", false);
        } else {
            operands.writes(message.duplicate());
            describe("a receive", true);
        }
    }

    /** Notes the request that the library made, if it made one. */
    FfmPersistent made(int code) {
        if (code != MpiAbi.SUCCESS) {
            operands.release();
            throw Failures.of(code, "a persistent request was not made");
        }
        communicator.hold(this);
        return this;
    }

    @Override
    public void start() {
        communicator.checkOpen();
        if (closed || isActive()) {
            throw new IllegalStateException("this persistent request " + (closed ? "was closed" : "is active"));
        }
        if (sends) {
            operands.copyIn();
        }
        Failures.check(RawRequests.start(slot.handle()), "a persistent request did not start");
        activate();
    }

    @Override
    public void close() {
        if (isActive()) {
            throw new IllegalStateException("this persistent request is active");
        }
        if (closed || communicator.hasLeft()) {
            return;
        }
        closed = true;
        communicator.letGo(this);
        operands.release();
        Failures.check(RawRequests.free(slot.handle()), "a persistent request was not freed");
    }

    @Override
    void end() {
        // Its buffer stays bound until it is closed.
    }

    @Override
    String inactive() {
        return "this persistent request is not active";
    }
}
