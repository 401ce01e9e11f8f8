package dev.lockstep.collectives.transport;

import dev.lockstep.comm.sockets.Wires.Wire;
import dev.lockstep.transport.Endpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** What a thread of its own receives from an endpoint, until somebody takes it. */
final class Received implements Runnable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Endpoint endpoint;
    private final ByteBuffer room;
    private final ConcurrentLinkedQueue<ByteBuffer> messages = new ConcurrentLinkedQueue<>();
    private volatile IOException failure;
    private volatile boolean ended;

    Received(Endpoint endpoint, int largest) {
        this.endpoint = endpoint;
        room = ByteBuffer.allocateDirect(largest);
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                int length = endpoint.receive(room.clear(), LOOK_NANOS);
                if (length >= 0) {
                    messages.add(ByteBuffer.allocate(length).put(0, room, 0, length));
                }
            }
        } catch (IOException e) {
            failure = ended ? null : e;
        } catch (RuntimeException | Error e) {
            // Also that there is no memory for what nobody has asked for: who waits has to hear of it.
            failure = new IOException("nothing can be received: " + e, e);
        }
    }

    void end() {
        ended = true;
    }

    /** Gives what has come; then the failure that was behind it. */
    int give(Wire.Taker taker) throws IOException {
        IOException behind = failure;
        int count = 0;
        for (ByteBuffer message = messages.poll(); message != null; message = messages.poll()) {
            taker.take(message);
            count++;
        }
        if (behind != null) {
            throw behind;
        }
        return count;
    }
}
