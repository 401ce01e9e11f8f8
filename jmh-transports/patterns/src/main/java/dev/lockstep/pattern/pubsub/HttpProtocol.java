package dev.lockstep.pattern.pubsub;

import com.sun.net.httpserver.HttpExchange;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.http.Serving;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A POST for each request, whose body is the line; the answer is the body of the response. By the JDK's server and
 * client.
 */
final class HttpProtocol implements Protocol {
    /** Who asks waits this long at most. */
    private static final int PATIENCE_MILLIS = 30_000;

    /** The most bytes of an answer. */
    private static final int MOST_OF_AN_ANSWER = 1 << 20;

    private static final String SCHEME = "http://";
    private static final String PATH = "/registry";
    private static final String POST = "POST";
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Hosted serve(InetSocketAddress at, Registry store) throws IOException {
        Serving server = new Serving(at, exchange -> answer(exchange, store));
        return new Hosted(Tcp.format(SCHEME, server.address()), server::close);
    }

    private static void answer(HttpExchange exchange, Registry store) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)
                    || !exchange.getRequestMethod().equals(POST)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            byte[] request = exchange.getRequestBody().readNBytes(Requests.MOST_BYTES + 1);
            boolean isTooLong = request.length > Requests.MOST_BYTES;
            String answer = isTooLong
                    ? Requests.tooLong()
                    : Requests.answer(store, new String(request, StandardCharsets.UTF_8));
            int refusal = isTooLong ? TOO_LARGE : BAD_REQUEST;
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(Requests.isError(answer) ? refusal : OK, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public String ask(InetSocketAddress mediator, String request) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(Tcp.format(SCHEME, mediator) + PATH).toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setRequestMethod(POST);
        // Asked once: a connection that is kept would be held for seconds.
        connection.setRequestProperty("Connection", "close");
        connection.setDoOutput(true);
        connection.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        boolean isRefused = connection.getResponseCode() >= BAD_REQUEST;
        try (InputStream body = isRefused ? connection.getErrorStream() : connection.getInputStream()) {
            return body == null ? "" : new String(body.readNBytes(MOST_OF_AN_ANSWER), StandardCharsets.UTF_8);
        } finally {
            connection.disconnect();
        }
    }
}
