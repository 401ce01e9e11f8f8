package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.harness.link.ThreadDump;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jmh.runner.link.BinaryLinkClient;

/** A rank without a JVM of its own: real handshake, real frames, and on request JMH's real client. */
final class FakeRank implements Closeable {
    private static final long PATIENCE_SECONDS = 300;

    private final Socket socket;
    private final Frames frames;
    private final BlockingQueue<AllGather> gathered = new LinkedBlockingQueue<>();
    private final CompletableFuture<Frames.Frame> end = new CompletableFuture<>();
    private final CompletableFuture<OutputStream> jmh = new CompletableFuture<>();

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore dumped = new Semaphore(0);
    private final Semaphore signs = new Semaphore(0);

    private volatile ThreadDump dump;

    FakeRank(String relay, JobKey key, int rank) throws IOException {
        socket = socket(relay);
        frames = new Frames(socket);
        frames.introduce(new Handshake(key), rank);
        daemon(this::listen);
    }

    static Socket socket(String relay) throws IOException {
        int colon = relay.lastIndexOf(':');
        return new Socket(relay.substring(0, colon), Integer.parseInt(relay.substring(colon + 1)));
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-rank");
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        try {
            while (true) {
                Frames.Frame frame = frames.read();
                switch (frame.type()) {
                    case DATA -> jmh.join().write(frame.payload());
                    case DUMP -> {
                        if (dump != null) {
                            frames.write(FrameType.THREADS, dump.format());
                        }
                        dumped.release();
                    }
                    case ACK, ABORT -> end.complete(frame);
                    case BEGIN -> begun.release();
                    case ALIVE -> signs.release();
                    case GATHERED -> gathered.add(AllGather.parse(frame.payload()));
                    default -> end.completeExceptionally(new AssertionError("unexpected " + frame.type()));
                }
            }
        } catch (IOException e) {
            end.completeExceptionally(e);
        }
    }

    FakeRank hello() throws IOException {
        frames.write(FrameType.HELLO, Map.of("pid", "4711", "host", "somewhere"));
        return this;
    }

    void send(FrameType type, String text) throws IOException {
        frames.write(type, text);
    }

    void send(FrameType type, byte[] payload) throws IOException {
        frames.write(type, payload, 0, payload.length);
    }

    FakeRank tellAll(String communicator, int sequence, String value) throws IOException {
        byte[] payload =
                new AllGather(communicator, sequence, List.of(value.getBytes(StandardCharsets.UTF_8))).format();
        frames.write(FrameType.ALL_GATHER, payload, 0, payload.length);
        return this;
    }

    /** The next answer: communicator, sequence, every rank's value. */
    String told() throws InterruptedException {
        AllGather all = gathered.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(all).as("an answer within " + PATIENCE_SECONDS + " s").isNotNull();
        return all.communicator() + " " + all.sequence() + " "
                + all.values().stream()
                        .map(value -> new String(value, StandardCharsets.UTF_8))
                        .toList();
    }

    boolean toldNothing() {
        return gathered.isEmpty();
    }

    /** In place of JMH's client: bytes, whatever the answer. */
    void sendData(byte[] bytes) throws IOException {
        jmh.complete(OutputStream.nullOutputStream());
        frames.write(FrameType.DATA, bytes, 0, bytes.length);
    }

    /** JMH's own client, whose bytes go through the relay; its end is this rank's BYE. */
    BinaryLinkClient jmhClient() throws IOException {
        return jmhClient(List.of());
    }

    /** Likewise, with operation times before the BYE. */
    BinaryLinkClient jmhClient(List<OpTimesChunk> opTimes) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        daemon(() -> pump(server, opTimes));
        return new BinaryLinkClient(server.getInetAddress().getHostAddress(), server.getLocalPort());
    }

    private void pump(ServerSocket server, List<OpTimesChunk> opTimes) {
        try (server;
                Socket client = server.accept()) {
            jmh.complete(client.getOutputStream());
            InputStream in = client.getInputStream();
            byte[] bytes = new byte[1 << 16];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                frames.write(FrameType.DATA, bytes, 0, n);
            }
            for (OpTimesChunk chunk : opTimes) {
                byte[] payload = chunk.format();
                frames.write(FrameType.OP_TIMES, payload, 0, payload.length);
            }
            frames.write(FrameType.BYE, "");
        } catch (IOException e) {
            end.completeExceptionally(e);
        }
    }

    /** Returns when the next iteration may begin. */
    void awaitBegin() throws InterruptedException {
        await(begun, "allowed to begin");
    }

    /** Returns when it has been asked what its threads do, and has answered if it does. */
    void awaitDump() throws InterruptedException {
        await(dumped, "asked what its threads do");
    }

    /** Returns when the relay has given one more sign of life. */
    void awaitSign() throws InterruptedException {
        await(signs, "a sign of life");
    }

    private static void await(Semaphore what, String words) throws InterruptedException {
        assertThat(what.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(words)
                .isTrue();
    }

    /** Whether one may that has not been waited for. */
    boolean mayBegin() {
        return begun.availablePermits() > 0;
    }

    /** Asked what its threads do, it says this; otherwise nothing. */
    void answerDumpsWith(ThreadDump answer) {
        dump = answer;
    }

    boolean ended() {
        return end.isDone();
    }

    /** ACK or ABORT. */
    Frames.Frame end() throws IOException, InterruptedException {
        try {
            return end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException("the link ended without a last word", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no last word within " + PATIENCE_SECONDS + " s", e);
        }
    }

    /** Sends what is no frame. */
    void garble(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Ends like a process that is killed before it has read all: its peer sees a reset, not an end. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
