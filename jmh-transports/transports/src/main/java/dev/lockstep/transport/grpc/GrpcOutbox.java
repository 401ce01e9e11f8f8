package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A channel of its own, which is one connection, and a call for each message. Threads share it as they like. */
final class GrpcOutbox implements Outbox {
    private final ManagedChannel channel;
    private final int largest;
    private final Consumer<GrpcOutbox> leaving;
    private GrpcStream stream;
    private volatile boolean closed;

    GrpcOutbox(ManagedChannel channel, int largest, Consumer<GrpcOutbox> leaving) {
        this.channel = channel;
        this.largest = largest;
        this.leaving = leaving;
    }

    /** Connects, and hears who is there. */
    void greet(long timeoutNanos) throws IOException {
        call(Peer.GREETING, limited(timeoutNanos), new byte[0]);
    }

    /** The same with one call for all messages. */
    Outbox streaming() throws IOException {
        try {
            stream = new GrpcStream(channel.newCall(Peer.MESSAGES, CallOptions.DEFAULT), largest, this);
            return stream;
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private static CallOptions limited(long timeoutNanos) {
        return timeoutNanos == 0
                ? CallOptions.DEFAULT
                : CallOptions.DEFAULT.withDeadlineAfter(timeoutNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        call(Peer.MESSAGE, CallOptions.DEFAULT, RequestEndpoint.bytes(message));
    }

    @Override
    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.sendable(message, largest);
        requireOpen();
        byte[] answer;
        try {
            answer = call(Peer.QUESTION, limited(timeoutNanos), RequestEndpoint.bytes(message));
        } catch (OverdueException over) {
            return -1;
        }
        reply.put(reply.position(), answer);
        return answer.length;
    }

    private byte[] call(MethodDescriptor<byte[], byte[]> method, CallOptions options, byte[] message)
            throws IOException {
        try {
            return ClientCalls.blockingUnaryCall(channel, method, options, message);
        } catch (StatusRuntimeException e) {
            if (closed) {
                throw new ClosedChannelException();
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while it waited for the peer");
            }
            throw failure(e.getStatus());
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    /** A server of the same process that closes meanwhile fails in the client's thread. */
    private static IOException failed(RuntimeException e) {
        return new IOException("gRPC has failed: " + Tcp.reason(e), e);
    }

    /** What a status means to who sends. */
    static IOException failure(Status status) {
        String said = status.getCode()
                + (status.getDescription() == null ? "" : ": " + status.getDescription())
                + (status.getCause() == null ? "" : ": " + Tcp.reason(status.getCause()));
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> new OverdueException(said);
            case RESOURCE_EXHAUSTED, UNIMPLEMENTED, INTERNAL, UNKNOWN ->
                new IOException("the call has failed: " + said);
            default -> new PeerLostException("the peer is gone: " + said, status.getCause());
        };
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    /** A call for each message has ended with it; one for all of them ends when all have left. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (stream == null) {
            leaving.accept(this);
            channel.shutdownNow();
        } else {
            stream.leave();
            channel.shutdown();
        }
    }

    /** The stream has ended. */
    void streamEnded() {
        if (closed) {
            leaving.accept(this);
            channel.shutdownNow();
        }
    }

    /** Waits until that time for all to have left; whether it was interrupted. */
    boolean end(long end) {
        boolean interrupted = false;
        try {
            channel.awaitTermination(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        channel.shutdownNow();
        leaving.accept(this);
        return interrupted;
    }

    /** The time of a call is over. */
    static final class OverdueException extends IOException {
        private static final long serialVersionUID = 1L;

        OverdueException(String message) {
            super(message);
        }
    }
}
