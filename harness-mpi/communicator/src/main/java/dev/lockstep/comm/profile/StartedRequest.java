package dev.lockstep.comm.profile;

import dev.lockstep.comm.PersistentRequest;
import java.nio.ByteBuffer;

/** A persistent operation: counts what starts it as well. */
final class StartedRequest extends CompletingRequest implements PersistentRequest {
    private final Tally tally;
    private final PersistentRequest request;
    private final boolean sends;
    private final ByteBuffer message;
    private final int peer;
    private final int tag;

    StartedRequest(Tally tally, PersistentRequest request, boolean sends, ByteBuffer message, int peer, int tag) {
        super(tally);
        this.tally = tally;
        this.request = request;
        this.sends = sends;
        this.message = message.duplicate();
        this.peer = peer;
        this.tag = tag;
        of(request);
    }

    @Override
    public void start() {
        if (sends) {
            long start = tally.begin(MpiFunction.START, message, peer, tag);
            request.start();
            tally.end(MpiFunction.START, start, message.remaining());
        } else {
            int number = tally.next();
            long start = tally.begin();
            request.start();
            tally.end(MpiFunction.START, start, Tally.NO_MESSAGE);
            of(request, MpiFunction.START, message, number);
        }
    }

    /** It may be started again. */
    @Override
    void completed() {}

    @Override
    public boolean isActive() {
        return request.isActive();
    }

    @Override
    public void close() {
        request.close();
    }
}
