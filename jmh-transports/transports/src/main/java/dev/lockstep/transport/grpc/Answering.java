package dev.lockstep.transport.grpc;

import dev.lockstep.transport.PeerLostException;
import io.grpc.stub.ServerCallStreamObserver;
import java.io.IOException;
import java.io.InterruptedIOException;

/** The server's side of a call by which answers go back. Threads take turns; who answers waits for room. */
final class Answering {
    private final ServerCallStreamObserver<byte[]> observer;
    private final boolean once;
    private boolean ended;

    /**
     * Of a call that has begun.
     *
     * @param once whether its first answer is the last
     */
    Answering(ServerCallStreamObserver<byte[]> observer, boolean once) {
        this.observer = observer;
        this.once = once;
        observer.setOnReadyHandler(this::wake);
    }

    /** What is to be done when the client ends the call, or is gone. */
    void onEnd(Runnable then) {
        observer.setOnCancelHandler(() -> {
            then.run();
            wake();
        });
        if (once) {
            observer.setOnCloseHandler(then);
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    synchronized void answer(byte[] answer) throws IOException {
        try {
            while (!ended && !observer.isCancelled() && !observer.isReady()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for the peer");
        }
        if (ended || observer.isCancelled()) {
            throw new PeerLostException("the peer to be answered has closed");
        }
        observer.onNext(answer);
        if (once) {
            ended = true;
            observer.onCompleted();
        }
    }

    /** What was answered leaves; a request that was not learns that it will not be. */
    synchronized void end() {
        if (!ended && !observer.isCancelled()) {
            ended = true;
            if (once) {
                observer.onError(GrpcEndpoint.closing().asRuntimeException());
            } else {
                observer.onCompleted();
            }
        }
        notifyAll();
    }
}
