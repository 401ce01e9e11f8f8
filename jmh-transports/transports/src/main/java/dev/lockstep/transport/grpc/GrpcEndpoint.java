package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A server, and the channels of its outboxes. */
final class GrpcEndpoint extends RequestEndpoint<GrpcOutbox, Answering> {
    /** How long closing waits for a peer that takes nothing of what was sent to it. */
    private static final long LINGER_MILLIS = 2_000;

    private static final byte[] NOTHING = {};

    private final Medium medium;
    private final boolean streams;
    private final ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newCachedThreadPool(GrpcEndpoint::thread);
    private final Server server;
    private final String address;

    GrpcEndpoint(Setting setting, Medium medium, boolean streams) throws IOException {
        super(setting);
        this.medium = medium;
        this.streams = streams;
        try {
            this.server = started(medium.server(setting));
            this.address = medium.address(server);
        } catch (IOException e) {
            medium.close();
            letThreadsEnd();
            throw new IOException(
                    setting.at().orElse(setting.address().getHostAddress()) + " cannot be listened at: "
                            + Tcp.reason(e),
                    e);
        }
        inbox.begin();
    }

    /** To gRPC a limit is one byte at least. */
    private int limit() {
        return Math.max(1, largest);
    }

    private Server started(ServerBuilder<?> builder) throws IOException {
        return builder.executor(threads)
                .addService(service())
                .maxInboundMessageSize(limit())
                .build()
                .start();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "lockstep-grpc-pool");
        thread.setDaemon(true);
        return thread;
    }

    // --- The server's side ---

    private ServerServiceDefinition service() {
        return ServerServiceDefinition.builder(Peer.SERVICE)
                .addMethod(Peer.GREETING, ServerCalls.asyncUnaryCall((nothing, to) -> respond(to, NOTHING)))
                .addMethod(Peer.MESSAGE, ServerCalls.asyncUnaryCall(this::message))
                .addMethod(Peer.QUESTION, ServerCalls.asyncUnaryCall(this::question))
                .addMethod(Peer.MESSAGES, ServerCalls.asyncBidiStreamingCall(this::messages))
                .build();
    }

    private static void respond(StreamObserver<byte[]> to, byte[] bytes) {
        to.onNext(bytes);
        to.onCompleted();
    }

    private void message(byte[] message, StreamObserver<byte[]> to) {
        // One that has gone meanwhile is no error then.
        ((ServerCallStreamObserver<byte[]>) to).setOnCancelHandler(() -> {});
        inbox.add(message, ASKS_NOTHING, () -> {
            if (isClosed()) {
                to.onError(closing().asRuntimeException());
            } else {
                respond(to, NOTHING);
            }
        });
    }

    private void question(byte[] message, StreamObserver<byte[]> to) {
        Answering call = new Answering((ServerCallStreamObserver<byte[]>) to, true);
        long token = asks(call);
        call.onEnd(() -> asked.remove(token));
        if (isClosed()) {
            call.end();
        }
        inbox.add(message, token);
    }

    private StreamObserver<byte[]> messages(StreamObserver<byte[]> to) {
        ServerCallStreamObserver<byte[]> observer = (ServerCallStreamObserver<byte[]>) to;
        Answering stream = new Answering(observer, false);
        long token = asks(stream);
        stream.onEnd(() -> asked.remove(token));
        observer.disableAutoRequest();
        observer.request(1);
        if (isClosed()) {
            stream.end();
        }
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] message) {
                inbox.add(message, token, () -> observer.request(1));
            }

            @Override
            public void onError(Throwable gone) {
                asked.remove(token);
            }

            @Override
            public void onCompleted() {
                asked.remove(token);
                stream.end();
            }
        };
    }

    // --- The caller's ---

    @Override
    public String address() {
        return address;
    }

    @Override
    protected GrpcOutbox outbox(String to) throws IOException {
        ManagedChannel channel = medium.channel(to)
                .executor(threads)
                .maxInboundMessageSize(limit())
                .disableRetry()
                .build();
        return new GrpcOutbox(channel, largest, outboxes::remove);
    }

    @Override
    protected Outbox connect(GrpcOutbox outbox, long timeoutNanos) throws IOException {
        outbox.greet(timeoutNanos);
        return streams ? outbox.streaming() : outbox;
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        required(asked.get(sender)).answer(bytes(message));
    }

    /** Lets what was sent leave first. */
    @Override
    public void close() {
        if (beginClosing()) {
            outboxes.forEach(GrpcOutbox::close);
            asked.values().forEach(Answering::end);
            inbox.close();
            server.shutdown();
            end();
        }
    }

    private void end() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LINGER_MILLIS);
        boolean interrupted = false;
        for (GrpcOutbox outbox : outboxes) {
            interrupted |= outbox.end(end);
        }
        try {
            server.awaitTermination(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        server.shutdownNow();
        medium.close();
        letThreadsEnd();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Each as it has nothing to do. A call of a peer of the same process may come even now, and must be told. */
    private void letThreadsEnd() {
        threads.setKeepAliveTime(0, TimeUnit.NANOSECONDS);
    }

    /** The status of what ends because its endpoint does. */
    static Status closing() {
        return Status.UNAVAILABLE.withDescription("the peer has closed");
    }
}
