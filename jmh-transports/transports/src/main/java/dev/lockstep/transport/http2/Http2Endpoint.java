package dev.lockstep.transport.http2;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;

/** A server, and the sessions of its outboxes. */
final class Http2Endpoint extends RequestEndpoint<Http2Outbox, Stream> {
    private final Listening listening;
    private final String address;

    /** Answers that have not left yet. */
    private final Set<CompletableFuture<?>> answers = ConcurrentHashMap.newKeySet();

    Http2Endpoint(Setting setting) throws IOException {
        super(setting);
        InetSocketAddress at = Tcp.at(setting);
        try {
            this.listening = new Listening(at, new Sessions());
        } catch (IOException e) {
            throw new IOException(Tcp.format(at) + " cannot be listened at: " + Tcp.reason(e), e);
        }
        this.address = Tcp.format(listening.address());
        inbox.begin();
    }

    // --- The server's threads ---

    /** Connections that were accepted. */
    private final class Sessions implements ServerSessionListener {
        @Override
        public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
            MetaData.Request request = (MetaData.Request) frame.getMetaData();
            String what = request.getHttpURI().getPath();
            switch (what) {
                case Requests.GREETING -> respond(stream, Requests.NO_CONTENT);
                case Requests.MESSAGE, Requests.QUESTION -> {
                    Taking taking = new Taking(what, new Body(largest, request.getContentLength()));
                    if (frame.isEndStream()) {
                        taking.end(stream);
                    } else {
                        stream.demand();
                    }
                    return taking;
                }
                default -> respond(stream, Requests.NOT_FOUND);
            }
            return Stream.Listener.AUTO_DISCARD;
        }

        @Override
        public void onFailure(Session session, Throwable failure, Callback callback) {
            callback.succeeded();
        }
    }

    /** A request with a message, which has yet to come. */
    private final class Taking implements Stream.Listener {
        private final String what;
        private final Body body;
        private boolean ended;
        private long token;

        Taking(String what, Body body) {
            this.what = what;
            this.body = body;
        }

        @Override
        public void onDataAvailable(Stream stream) {
            if (body.take(stream)) {
                end(stream);
            }
        }

        private void end(Stream stream) {
            ended = true;
            if (body.isTooLarge()) {
                respond(stream, Requests.TOO_LARGE);
            } else if (what.equals(Requests.MESSAGE)) {
                inbox.add(body.bytes(), ASKS_NOTHING, () -> taken(stream));
            } else {
                question(stream);
            }
        }

        private void question(Stream stream) {
            token = asks(stream);
            if (isClosed() || stream.isReset()) {
                asked.remove(token);
                refuse(stream);
            } else {
                inbox.add(body.bytes(), token);
            }
        }

        /** Who has asked waits no longer. */
        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            asked.remove(token);
            callback.succeeded();
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
            asked.remove(token);
            if (!ended && !isClosed()) {
                ended = true;
                inbox.fail(new PeerLostException("a peer was gone after " + body.length() + " bytes of a message"));
            }
            callback.succeeded();
        }
    }

    /** A message is where it can be received, unless nobody receives any more. */
    private void taken(Stream stream) {
        if (isClosed()) {
            refuse(stream);
        } else {
            respond(stream, Requests.NO_CONTENT);
        }
    }

    private static void refuse(Stream stream) {
        stream.reset(new ResetFrame(stream.getId(), ErrorCode.REFUSED_STREAM_ERROR.code), Callback.NOOP);
    }

    private static void respond(Stream stream, int status) {
        stream.headers(new HeadersFrame(stream.getId(), Requests.response(status, 0), null, true), Callback.NOOP);
    }

    // --- The caller's ---

    @Override
    public String address() {
        return address;
    }

    @Override
    protected Http2Outbox outbox(String to) throws IOException {
        return new Http2Outbox(Tcp.parse(to), largest, outboxes::remove);
    }

    @Override
    protected Outbox connect(Http2Outbox outbox, long timeoutNanos) throws IOException {
        outbox.connect(listening.client(), timeoutNanos);
        return outbox;
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        Stream stream = required(asked.remove(sender));
        int id = stream.getId();
        byte[] answer = bytes(message);
        HeadersFrame headers =
                new HeadersFrame(id, Requests.response(Requests.OK, answer.length), null, answer.length == 0);
        CompletableFuture<Stream> answering = stream.headers(headers)
                .thenCompose(begun -> answer.length == 0
                        ? CompletableFuture.completedFuture(begun)
                        : begun.data(new DataFrame(id, ByteBuffer.wrap(answer), true)));
        answers.add(answering);
        try {
            if (isClosed()) {
                hurry(answering);
            }
            Http2Outbox.await(answering, 0);
        } finally {
            answers.remove(answering);
        }
    }

    private static void hurry(CompletableFuture<?> answering) {
        answering.orTimeout(Http2Outbox.LINGER_NANOS, TimeUnit.NANOSECONDS);
    }

    /** What was answered leaves first; a request that was not learns that it will not be. */
    @Override
    public void close() throws IOException {
        if (beginClosing()) {
            answers.forEach(Http2Endpoint::hurry);
            Http2Outbox.close(outboxes);
            inbox.close();
            asked.values().forEach(Http2Endpoint::refuse);
            listening.close();
        }
    }
}
