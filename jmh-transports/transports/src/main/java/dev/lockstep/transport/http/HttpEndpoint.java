package dev.lockstep.transport.http;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;

/** A server, and the clients of its outboxes. */
final class HttpEndpoint extends RequestEndpoint<HttpOutbox, Exchange> {
    static final int OK = 200;
    static final int NO_CONTENT = 204;

    /** The header by which a peer knows another. */
    static final String PEER = "Lockstep-Peer";

    static final String PEER_OF = "http";

    static final String GREETING = "GET /peer";
    static final String GOODBYE = "DELETE /peer";
    static final String MESSAGE = "POST /message";
    static final String QUESTION = "POST /question";

    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;

    private final Serving server;
    private final String address;

    HttpEndpoint(Setting setting, boolean forOne) throws IOException {
        super(setting);
        InetSocketAddress at = Tcp.at(setting);
        try {
            this.server = new Serving(at, exchange -> take(new Exchange(exchange, forOne)));
        } catch (IOException e) {
            throw new IOException(Tcp.format(at) + " cannot be listened at: " + e.getMessage(), e);
        }
        this.address = Tcp.format(server.address());
        inbox.begin();
    }

    // --- The server's threads ---

    private void take(Exchange exchange) throws IOException {
        switch (exchange.what()) {
            case GREETING -> exchange.respond(NO_CONTENT);
            case GOODBYE -> exchange.last().respond(NO_CONTENT);
            case MESSAGE -> message(exchange);
            case QUESTION -> question(exchange);
            default -> exchange.respond(NOT_FOUND);
        }
    }

    /** The response says that there is room for the next. */
    private void message(Exchange exchange) throws IOException {
        byte[] message = read(exchange);
        if (message == null) {
            return;
        }
        try {
            if (!inbox.add(message, ASKS_NOTHING)) {
                inbox.awaitRoom();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a message waited for room", e);
        }
        if (isClosed()) {
            throw new ClosedChannelException();
        }
        exchange.respond(NO_CONTENT);
    }

    private void question(Exchange exchange) throws IOException {
        byte[] message = read(exchange);
        if (message != null) {
            inbox.add(message, asks(exchange));
        }
    }

    /** The body; null if it is larger than what can be taken, and the exchange is over. */
    private byte[] read(Exchange exchange) throws IOException {
        long said = exchange.length();
        byte[] message = said > largest ? null : body(exchange, said);
        if (message == null || message.length > largest) {
            exchange.respond(TOO_LARGE);
            return null;
        }
        return message;
    }

    /** As much of the body as was said; if nothing was, one byte more than can be taken. */
    private byte[] body(Exchange exchange, long said) throws IOException {
        byte[] message;
        try (InputStream body = exchange.body()) {
            message = body.readNBytes((int) (said < 0 ? largest + 1L : said));
        } catch (IOException e) {
            brokenOff(0);
            throw e;
        }
        if (message.length < said) {
            brokenOff(message.length);
            throw new IOException("a client was gone after " + message.length + " bytes of a body");
        }
        return message;
    }

    private void brokenOff(int bytes) {
        if (!isClosed()) {
            inbox.fail(new PeerLostException(
                    "a peer was gone after " + (bytes == 0 ? "some" : bytes) + " bytes of a message"));
        }
    }

    // --- The caller's ---

    @Override
    public String address() {
        return address;
    }

    @Override
    protected HttpOutbox outbox(String to) throws IOException {
        return new HttpOutbox(Tcp.parse(to), largest, outboxes::remove);
    }

    @Override
    protected Outbox connect(HttpOutbox outbox, long timeoutNanos) throws IOException {
        outbox.greet(timeoutNanos);
        return outbox;
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        requireOpen();
        required(asked.remove(sender)).respond(message);
    }

    @Override
    public void close() throws IOException {
        if (beginClosing()) {
            List<AutoCloseable> all = new ArrayList<>(outboxes);
            all.add(server::stop);
            all.add(inbox);
            all.add(server);
            Closing.all(all);
        }
    }
}
