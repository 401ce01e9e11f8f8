package dev.lockstep.transport.http;

import com.sun.net.httpserver.HttpExchange;
import dev.lockstep.transport.support.RequestEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * A request that a server has, and its response.
 *
 * @param exchange as the JDK has it
 * @param isLast whether the connection ends with its response
 */
record Exchange(HttpExchange exchange, boolean isLast) {
    /** The same, but the connection ends with its response. */
    Exchange last() {
        return new Exchange(exchange, true);
    }

    /** The method and path of the request: {@code POST /message}. */
    String what() {
        return exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    }

    /** How many bytes the body has, as the client says; -1 if it does not. */
    long length() {
        String said = exchange.getRequestHeaders().getFirst("Content-Length");
        return said == null ? -1 : Long.parseLong(said);
    }

    InputStream body() {
        return exchange.getRequestBody();
    }

    /** Responds without a body. */
    void respond(int status) throws IOException {
        begin(status, 0);
        exchange.close();
    }

    /** Responds with a body. */
    void respond(ByteBuffer answer) throws IOException {
        begin(HttpEndpoint.OK, answer.remaining());
        if (answer.hasRemaining()) {
            exchange.getResponseBody().write(RequestEndpoint.bytes(answer));
        }
        exchange.close();
    }

    /** With a header that says what a peer is. To the JDK 0 is a body of any length, and -1 one of none. */
    private void begin(int status, int length) throws IOException {
        exchange.getResponseHeaders().set(HttpEndpoint.PEER, HttpEndpoint.PEER_OF);
        if (isLast) {
            exchange.getResponseHeaders().set("Connection", "close");
        }
        exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
    }
}
