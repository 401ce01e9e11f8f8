package dev.lockstep.harness.rank;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.link.ThreadDump;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A rank's end of its link to the relay. If the relay says so, or goes away before it has acknowledged everything, the JVM halts: no rank outlives
 * its host.
 */
final class RelayLink {
    private static final int CONNECT_MILLIS = 5_000;
    private static final long ACK_SECONDS = 120;

    /** The last bytes of JMH's client may still be on their way through the pump when the JVM begins to end. */
    private static final long LAST_WORD_SECONDS = 5;

    /** Exit status of a rank that the relay ended. */
    static final int ENDED_BY_RELAY = 75;

    private final Frames frames;
    private volatile boolean unlimited;
    private final CountDownLatch lastWord = new CountDownLatch(1);
    private final CountDownLatch acknowledged = new CountDownLatch(1);
    private final CompletableFuture<String> plan = new CompletableFuture<>();
    private final CompletableFuture<OutputStream> jmh = new CompletableFuture<>();
    private final Map<String, CompletableFuture<List<byte[]>>> exchanges = new ConcurrentHashMap<>();

    private RelayLink(Frames frames) {
        this.frames = frames;
    }

    /** Connects to the first of the relay's addresses that answers, and proves itself. */
    static RelayLink connect(RankEnvironment environment, int rank) throws IOException {
        IOException failure = new IOException("rank " + rank + " cannot reach the relay at " + environment.relay());
        for (String address : environment.relay()) {
            int colon = address.lastIndexOf(':');
            InetSocketAddress where =
                    new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
            Socket socket = new Socket();
            try {
                socket.connect(where, CONNECT_MILLIS);
                Frames frames = new Frames(socket);
                frames.introduce(new Handshake(environment.key()), rank);
                return new RelayLink(frames);
            } catch (IOException e) {
                socket.close();
                failure.addSuppressed(e);
            }
        }
        throw failure;
    }

    /**
     * Starts to listen to the relay, and holds the JVM's end back until the relay has acknowledged.
     *
     * @param debugged whether somebody holds a rank of the launch in a debugger, for as long as it takes
     */
    void start(boolean debugged) {
        unlimited = debugged;
        Thread reader = new Thread(this::listen, "lockstep-relay");
        reader.setDaemon(true);
        reader.start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::awaitAcknowledgement, "lockstep-acknowledgement"));
    }

    private void listen() {
        try {
            while (true) {
                Frames.Frame frame = frames.read();
                switch (frame.type()) {
                    case DATA -> {
                        jmh.join().write(frame.payload());
                        jmh.join().flush();
                    }
                    case PLAN -> plan.complete(frame.text());
                    case GATHERED -> gathered(AllGather.parse(frame.payload()));
                    case ACK -> acknowledged.countDown();
                    case DUMP ->
                        frames.write(FrameType.THREADS, ThreadDump.here().format());
                    case ABORT -> halt(frame.text());
                    default -> halt("the relay sent a " + frame.type() + " frame");
                }
            }
        } catch (IOException e) {
            if (acknowledged.getCount() > 0) {
                halt("the relay is gone: " + e.getMessage());
            }
        }
    }

    private static void halt(String reason) {
        System.err.println("lockstep: this rank is ended: " + reason);
        System.err.flush();
        Runtime.getRuntime().halt(ENDED_BY_RELAY);
    }

    private void awaitAcknowledgement() {
        try {
            if (!lastWord.await(limit(LAST_WORD_SECONDS), TimeUnit.SECONDS)) {
                fail("its JVM is ending before it has delivered its results: System.exit was called, or a signal came");
            }
            if (!acknowledged.await(limit(ACK_SECONDS), TimeUnit.SECONDS)) {
                halt("the relay has not acknowledged the results within " + ACK_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            halt("interrupted while waiting for the relay's acknowledgement");
        } catch (IOException e) {
            halt("the relay is gone: " + e.getMessage());
        }
    }

    private long limit(long seconds) {
        return unlimited ? DebugRank.NO_LIMIT_SECONDS : seconds;
    }

    /** Where bytes for JMH's own client go. */
    void jmh(OutputStream sink) {
        jmh.complete(sink);
    }

    /** Where this rank's end of the link is: an address by which this host can be reached. */
    InetAddress localAddress() {
        return frames.localAddress();
    }

    /** Hands a value to the relay, and waits until it has those of all ranks; a launch that fails meanwhile ends this JVM. */
    List<byte[]> exchange(AllGather mine) {
        CompletableFuture<List<byte[]>> all = waiting(mine);
        try {
            byte[] payload = mine.format();
            frames.write(FrameType.ALL_GATHER, payload, 0, payload.length);
            return all.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommunicationException("interrupted while waiting for the other ranks");
        } catch (ExecutionException | IOException e) {
            throw new CommunicationException("the relay cannot be reached", e);
        }
    }

    private CompletableFuture<List<byte[]>> waiting(AllGather exchange) {
        return exchanges.computeIfAbsent(
                exchange.communicator() + "/" + exchange.sequence(), k -> new CompletableFuture<>());
    }

    private void gathered(AllGather all) {
        waiting(all).complete(all.values());
        exchanges.remove(all.communicator() + "/" + all.sequence());
    }

    /** What the pilot is to try. */
    String awaitPlan() {
        return plan.join();
    }

    void send(FrameType type, Map<String, String> properties) throws IOException {
        frames.write(type, properties);
    }

    void send(FrameType type, byte[] payload) throws IOException {
        frames.write(type, payload, 0, payload.length);
    }

    void send(byte[] bytes, int length) throws IOException {
        frames.write(FrameType.DATA, bytes, 0, length);
    }

    /** Says why this rank cannot go on; the relay will end it. */
    void fail(String reason) throws IOException {
        frames.write(FrameType.FAILED, reason);
        lastWord.countDown();
    }

    void bye() throws IOException {
        frames.write(FrameType.BYE, "");
        lastWord.countDown();
    }
}
