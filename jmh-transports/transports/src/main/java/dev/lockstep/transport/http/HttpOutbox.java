package dev.lockstep.transport.http;

import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.PeerLostException;
import dev.lockstep.transport.support.RequestEndpoint;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A client of its own, so that a connection is opened and closed with it. Threads that share it have a connection each from
 * the client's pool over HTTP/1.1.
 */
final class HttpOutbox implements Outbox {
    private static final long GOODBYE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String base;
    private final int largest;
    private final Consumer<HttpOutbox> leaving;
    private final ExecutorService threads = Executors.newCachedThreadPool(HttpOutbox::thread);
    private final HttpClient client;
    private final HttpRequest.Builder message;
    private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    HttpOutbox(InetSocketAddress to, int largest, Consumer<HttpOutbox> leaving) {
        this.base = "http://" + Tcp.format(to).substring(Tcp.SCHEME.length());
        this.largest = largest;
        this.leaving = leaving;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
        this.message = to(HttpEndpoint.MESSAGE);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "lockstep-http-client");
        thread.setDaemon(true);
        return thread;
    }

    private HttpRequest.Builder to(String what) {
        return HttpRequest.newBuilder(URI.create(base + what.substring(what.indexOf('/'))));
    }

    /** Opens the connection, and hears who is there. */
    void greet(long timeoutNanos) throws IOException {
        HttpResponse<Void> response = response(
                limited(to(HttpEndpoint.GREETING).GET(), timeoutNanos), HttpResponse.BodyHandlers.discarding());
        if (!response.headers().firstValue(HttpEndpoint.PEER).equals(Optional.of(HttpEndpoint.PEER_OF))) {
            throw new IOException("it answers " + response.statusCode() + ", and is no peer");
        }
    }

    private static HttpRequest.Builder limited(HttpRequest.Builder request, long timeoutNanos) {
        return timeoutNanos == 0 ? request : request.timeout(Duration.ofNanos(timeoutNanos));
    }

    @Override
    public void send(ByteBuffer bytes) throws IOException {
        Messages.sendable(bytes, largest);
        requireOpen();
        HttpResponse<Void> response =
                response(message.copy().POST(body(bytes)), HttpResponse.BodyHandlers.discarding());
        if (response.statusCode() != HttpEndpoint.NO_CONTENT) {
            throw new IOException("the peer answers " + response.statusCode() + " to a message");
        }
    }

    @Override
    public int request(ByteBuffer bytes, ByteBuffer reply, long timeoutNanos) throws IOException {
        Messages.receivable(reply, largest);
        Messages.sendable(bytes, largest);
        requireOpen();
        HttpRequest.Builder request = limited(to(HttpEndpoint.QUESTION).POST(body(bytes)), timeoutNanos);
        HttpResponse<byte[]> response;
        try {
            response = response(request, HttpResponse.BodyHandlers.ofByteArray());
        } catch (HttpTimeoutException over) {
            return -1;
        }
        byte[] answer = response.body();
        if (response.statusCode() != HttpEndpoint.OK || answer.length > largest) {
            throw new IOException(
                    "the peer answers " + response.statusCode() + " to a request, with " + answer.length + " bytes");
        }
        reply.put(reply.position(), answer);
        return answer.length;
    }

    private static HttpRequest.BodyPublisher body(ByteBuffer bytes) {
        return HttpRequest.BodyPublishers.ofByteArray(RequestEndpoint.bytes(bytes));
    }

    private <T> HttpResponse<T> response(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler)
            throws IOException {
        CompletableFuture<HttpResponse<T>> future = client.sendAsync(request.build(), handler);
        pending.add(future);
        try {
            if (closed) {
                future.cancel(true);
            }
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waited for the peer");
        } catch (CancellationException e) {
            throw new ClosedChannelException();
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } finally {
            pending.remove(future);
        }
    }

    private IOException failure(Throwable cause) {
        if (closed) {
            return new ClosedChannelException();
        }
        if (cause instanceof HttpTimeoutException over) {
            return over;
        }
        return new PeerLostException("the peer is gone: " + Tcp.reason(cause), cause);
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    /** From JDK 21 on a client can be closed. Before, the server is asked to end the connection. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        leaving.accept(this);
        try {
            if ((Object) client instanceof AutoCloseable closeable) {
                cancel();
                closeable.close();
            } else {
                boolean idle = pending.isEmpty();
                cancel();
                if (idle) {
                    sayGoodbye();
                }
            }
        } catch (Exception e) {
            throw e instanceof IOException io ? io : new IOException(e);
        } finally {
            threads.shutdown();
        }
    }

    private void cancel() {
        closed = true;
        pending.forEach(each -> each.cancel(true));
    }

    /** Whoever does not hear it is gone, and the connection as well. */
    private void sayGoodbye() {
        HttpRequest request =
                limited(to(HttpEndpoint.GOODBYE).DELETE(), GOODBYE_NANOS).build();
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .exceptionally(gone -> null)
                .join();
    }
}
