package dev.lockstep.transport.http2;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/** A session, which is one connection; threads that share it have a stream each for every request. */
final class Http2Outbox implements Outbox {
    /** How long closing waits for a peer that takes nothing. */
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final InetSocketAddress to;
    private final String base;
    private final CompletableFuture<Session> session = new CompletableFuture<>();
    private final int largest;
    private final Consumer<Http2Outbox> leaving;
    private final Set<Exchange> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Http2Outbox(InetSocketAddress to, int largest, Consumer<Http2Outbox> leaving) {
        this.to = to;
        this.base = "http://" + Tcp.format(to).substring(Tcp.SCHEME.length());
        this.largest = largest;
        this.leaving = leaving;
    }

    /** Connects, and hears who is there. */
    void connect(HTTP2Client client, long timeoutNanos) throws IOException {
        long end = Deadline.of(timeoutNanos);
        client.connect(to, new Watching()).whenComplete((connected, failure) -> {
            if (failure != null) {
                session.completeExceptionally(failure);
            } else if (!session.complete(connected)) {
                leave(connected);
            }
        });
        await(session, timeoutNanos);
        long left = Deadline.left(end);
        if (left < 0) {
            throw new OverdueException();
        }
        Exchange greeting = exchange("GET", Requests.GREETING, new byte[0], left);
        if (!Requests.isOfPeer(greeting.response)) {
            throw new IOException("it answers " + greeting.response.getStatus() + ", and is no peer");
        }
    }

    /** When the connection ends, so do its requests: Jetty forgets one that comes at that moment. */
    private final class Watching implements Session.Listener {
        @Override
        public void onClose(Session closing, GoAwayFrame frame, Callback callback) {
            end(new IOException("it has closed"));
            callback.succeeded();
        }

        @Override
        public void onFailure(Session failing, Throwable failure, Callback callback) {
            end(failure);
            callback.succeeded();
        }
    }

    private void end(Throwable why) {
        pending.forEach(each -> each.ended.completeExceptionally(why));
    }

    /** What Jetty does; 0 for no limit. */
    static <T> T await(CompletableFuture<T> future, long timeoutNanos) throws IOException {
        try {
            return timeoutNanos == 0 ? future.get() : future.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for the peer");
        } catch (TimeoutException e) {
            throw new OverdueException();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof ClosedOutbox ? new ClosedChannelException() : lost(cause);
        }
    }

    private static PeerLostException lost(Throwable cause) {
        return new PeerLostException("the peer is gone: " + Tcp.reason(cause), cause);
    }

    @Override
    public void send(ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        int status = exchange("POST", Requests.MESSAGE, RequestEndpoint.bytes(message), 0)
                .response
                .getStatus();
        if (status != Requests.NO_CONTENT) {
            throw new IOException("the peer answers " + status + " to a message");
        }
    }

    @Override
    public int request(ByteBuffer message, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.sendable(message, largest);
        requireOpen();
        Exchange exchange;
        try {
            exchange = exchange("POST", Requests.QUESTION, RequestEndpoint.bytes(message), timeoutNanos);
        } catch (OverdueException over) {
            return -1;
        }
        int status = exchange.response.getStatus();
        if (status != Requests.OK || exchange.body.isTooLarge()) {
            throw new IOException(
                    "the peer answers " + status + " to a request" + (status == Requests.OK ? ", and too much" : ""));
        }
        byte[] answer = exchange.body.bytes();
        reply.put(reply.position(), answer);
        return answer.length;
    }

    private Exchange exchange(String method, String path, byte[] body, long timeoutNanos) throws IOException {
        HttpFields fields = HttpFields.build().put(HttpHeader.CONTENT_LENGTH, body.length);
        MetaData.Request request =
                new MetaData.Request(method, HttpURI.from(base + path), HttpVersion.HTTP_2, fields, body.length);
        Exchange exchange = new Exchange();
        pending.add(exchange);
        try {
            if (closed) {
                throw new ClosedChannelException();
            }
            session.join()
                    .newStream(new HeadersFrame(request, null, body.length == 0), exchange)
                    .whenComplete((stream, failure) -> exchange.begin(stream, failure, body));
            await(exchange.ended, timeoutNanos);
            return exchange;
        } catch (IOException e) {
            exchange.cancel();
            throw e;
        } finally {
            pending.remove(exchange);
        }
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() {
        close(List.of(this));
    }

    /** Closes them together; whoever is interrupted waits no longer. */
    static void close(Collection<Http2Outbox> outboxes) {
        try {
            await(
                    CompletableFuture.allOf(
                            outboxes.stream().map(Http2Outbox::leave).toArray(CompletableFuture[]::new)),
                    LINGER_NANOS);
        } catch (IOException gone) {
            // So is the connection, or Jetty ends it.
            return;
        }
    }

    private CompletableFuture<Void> leave() {
        if (closed) {
            return CompletableFuture.completedFuture(null);
        }
        closed = true;
        leaving.accept(this);
        end(new ClosedOutbox());
        return session.completeExceptionally(new ClosedOutbox()) || session.isCompletedExceptionally()
                ? CompletableFuture.completedFuture(null)
                : leave(session.join());
    }

    /** Says so; a peer that does not answer is not waited for for ever. */
    private static CompletableFuture<Void> leave(Session session) {
        ((HTTP2Session) session).getEndPoint().setIdleTimeout(TimeUnit.NANOSECONDS.toMillis(LINGER_NANOS));
        CompletableFuture<Void> left = new CompletableFuture<>();
        session.close(
                ErrorCode.NO_ERROR.code, null, Callback.from(() -> left.complete(null), left::completeExceptionally));
        return left;
    }

    /** A request and its response. */
    private final class Exchange implements Stream.Listener {
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile MetaData.Response response;
        private volatile Body body;
        private volatile Stream stream;

        /** When the body has left. */
        private volatile CompletableFuture<?> sent = CompletableFuture.completedFuture(null);

        void begin(Stream begun, Throwable failure, byte[] message) {
            if (failure != null) {
                ended.completeExceptionally(failure);
                return;
            }
            if (message.length > 0 && !ended.isDone()) {
                sent = begun.data(new DataFrame(begun.getId(), ByteBuffer.wrap(message), true))
                        .exceptionally(lost -> {
                            ended.completeExceptionally(lost);
                            return null;
                        });
            }
            stream = begun;
            if (ended.isCompletedExceptionally()) {
                cancel();
            }
        }

        /** A body that has begun to leave does leave. */
        void cancel() {
            ended.cancel(false);
            Stream begun = stream;
            if (begun != null) {
                sent.whenComplete((done, failed) ->
                        begun.reset(new ResetFrame(begun.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP));
            }
        }

        @Override
        public void onHeaders(Stream from, HeadersFrame frame) {
            response = (MetaData.Response) frame.getMetaData();
            body = new Body(largest, response.getContentLength());
            if (frame.isEndStream()) {
                ended.complete(null);
            } else {
                from.demand();
            }
        }

        @Override
        public void onDataAvailable(Stream from) {
            if (body.take(from)) {
                ended.complete(null);
            }
        }

        @Override
        public void onReset(Stream from, ResetFrame frame, Callback callback) {
            ended.completeExceptionally(new IOException("it has given up the request"));
            callback.succeeded();
        }

        @Override
        public void onFailure(Stream from, int error, String reason, Throwable failure, Callback callback) {
            ended.completeExceptionally(failure == null ? new IOException(reason) : failure);
            callback.succeeded();
        }
    }

    /** The time of a request is over. */
    private static final class OverdueException extends IOException {
        private static final long serialVersionUID = 1L;

        OverdueException() {
            super("it does not answer in time");
        }
    }

    /** The outbox was closed meanwhile. */
    private static final class ClosedOutbox extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
