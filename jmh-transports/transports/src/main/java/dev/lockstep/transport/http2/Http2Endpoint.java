package dev.lockstep.transport.http2;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.ByteArrayInbox;
import dev.lockstep.transport.support.Inbox;
import dev.lockstep.transport.support.InboxEndpoint;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
final class Http2Endpoint extends InboxEndpoint {
    /** The token of who does not ask. */
    private static final long ASKS_NOTHING = 0;

    private final ByteArrayInbox inbox;
    private final Listening listening;
    private final String address;
    private final List<Http2Outbox> outboxes = new CopyOnWriteArrayList<>();
    private final Map<Long, Stream> asked = new ConcurrentHashMap<>();

    /** Answers that have not left yet. */
    private final Set<CompletableFuture<?>> answers = ConcurrentHashMap.newKeySet();

    private final AtomicLong tokens = new AtomicLong(ASKS_NOTHING);

    Http2Endpoint(Setting setting) throws IOException {
        super(setting.largest());
        this.inbox = new ByteArrayInbox(setting);
        InetSocketAddress at = Tcp.at(setting);
        try {
            this.listening = new Listening(at, new Sessions());
        } catch (IOException e) {
            throw new IOException(Tcp.format(at) + " cannot be listened at: " + Tcp.reason(e), e);
        }
        this.address = Tcp.format(listening.address());
        inbox.giveIn(listening.threads());
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
            token = tokens.incrementAndGet();
            asked.put(token, stream);
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
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        requireOpen();
        Http2Outbox outbox = new Http2Outbox(Tcp.parse(to), largest, outboxes::remove);
        outboxes.add(outbox);
        try {
            outbox.connect(listening.client(), timeoutNanos);
        } catch (IOException e) {
            outbox.close();
            throw new IOException(to + " cannot be connected to: " + e.getMessage(), e);
        }
        if (isClosed()) {
            outbox.close();
        }
        return outbox;
    }

    @Override
    protected Inbox<?> inbox() {
        return inbox;
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        Stream stream = asked.remove(sender);
        if (stream == null) {
            throw new PeerLostException("the peer to be answered has asked nothing, or was answered, or has closed");
        }
        int id = stream.getId();
        byte[] answer = Http2Outbox.bytes(message);
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

    /**
     * What was answered leaves first; a request that was not learns that it will not be. A receiver does not wait for it:
     * the server waits for the receiver's own thread.
     */
    @Override
    public void close() throws IOException {
        if (!beginClosing()) {
            return;
        }
        boolean byReceiver = inbox.isGiving();
        answers.forEach(Http2Endpoint::hurry);
        Http2Outbox.close(outboxes);
        inbox.close();
        inbox.letGo();
        asked.values().forEach(Http2Endpoint::refuse);
        if (byReceiver) {
            listening.closeLater();
        } else {
            listening.close();
        }
    }
}
