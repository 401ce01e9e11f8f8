package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.ByteArrayInbox;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.SharedOutbox;
import dev.lockstep.transport.support.Tcp;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** One call for all messages of a connection, and their answers. gRPC takes no message from two threads at once. */
final class GrpcStream extends SharedOutbox {
    private final ClientCall<byte[], byte[]> call;
    private final GrpcOutbox owner;
    private final ByteArrayInbox answers;
    private final Object room = new Object();
    private volatile boolean closed;

    /** Why the call has ended. */
    private volatile Status ended;

    GrpcStream(ClientCall<byte[], byte[]> call, int largest, GrpcOutbox owner) {
        super(largest);
        this.call = call;
        this.owner = owner;
        this.answers = new ByteArrayInbox(largest);
        call.start(new Listener(), new Metadata());
        call.request(1);
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        write(message, 0);
    }

    @Override
    protected boolean write(ByteBuffer message, long end) throws IOException {
        byte[] bytes = RequestEndpoint.bytes(message);
        synchronized (room) {
            try {
                while (!call.isReady() && !closed && ended == null) {
                    long left = Deadline.left(end);
                    if (left < 0) {
                        return false;
                    }
                    room.wait(Tcp.millis(left));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while it waited for the peer");
            }
            hand(bytes);
            return true;
        }
    }

    private void hand(byte[] bytes) throws IOException {
        requireOpen();
        call.sendMessage(bytes);
    }

    @Override
    public boolean offer(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        synchronized (room) {
            requireOpen();
            if (!call.isReady()) {
                return false;
            }
            hand(RequestEndpoint.bytes(message));
            return true;
        }
    }

    /** gRPC sends by itself what was handed over, and closing waits for it; it tells nobody when that has left. */
    @Override
    public void flush() throws IOException {
        requireOpen();
    }

    @Override
    protected int answer(ByteBuffer reply, long end) throws IOException {
        return answers.receiveUntil(reply, null, end);
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (ended != null) {
            throw ended.isOk() ? new PeerLostException("the peer has closed") : GrpcOutbox.failure(ended);
        }
    }

    @Override
    public void close() {
        owner.close();
    }

    /** Says that nothing more comes. */
    void leave() {
        synchronized (room) {
            closed = true;
            if (ended == null) {
                call.halfClose();
            }
            room.notifyAll();
        }
        answers.close();
    }

    /** What gRPC says of the call. */
    private final class Listener extends ClientCall.Listener<byte[]> {
        @Override
        public void onMessage(byte[] answer) {
            answers.add(answer, 0);
            call.request(1);
        }

        @Override
        public void onReady() {
            synchronized (room) {
                room.notifyAll();
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            ended = status;
            answers.fail(new PeerLostException("the peer has closed before it answered"));
            onReady();
            owner.streamEnded();
        }
    }
}
