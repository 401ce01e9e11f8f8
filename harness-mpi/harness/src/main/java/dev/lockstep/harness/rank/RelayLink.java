package dev.lockstep.harness.rank;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.Leftovers;
import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.Heartbeat;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.link.ThreadDump;
import dev.lockstep.harness.machine.Machine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    /** Not every address of the relay's host need be one that is reachable from here: first all are tried in haste, then with more patience. */
    private static final int[] CONNECT_MILLIS = {2_000, 5_000};

    /** What answers there may be something else, which says nothing. */
    private static final int HANDSHAKE_MILLIS = 10_000;

    /** The end of JMH's stream may still be on its way to the pump when the JVM begins to end. */
    private static final long LAST_WORD_SECONDS = 5;

    private static final String LOAD_AFTERWARDS = "loadAfterwards";

    /** Exit status of a rank that the relay ended. */
    static final int ENDED_BY_RELAY = 75;

    private final Frames frames;
    private final boolean acrossHosts;
    private final Optional<Path> sharedMemory;
    private volatile int silenceSeconds;
    private final CountDownLatch lastWord = new CountDownLatch(1);
    private final CountDownLatch acknowledged = new CountDownLatch(1);
    private final CompletableFuture<String> plan = new CompletableFuture<>();

    /** What comes for JMH's client before there is one: a provider may exchange values meanwhile, for which the reader goes on. */
    private final ByteArrayOutputStream early = new ByteArrayOutputStream();

    /** Guarded by {@link #early}. */
    private OutputStream jmh = early;

    private final Map<String, CompletableFuture<List<byte[]>>> exchanges = new ConcurrentHashMap<>();

    /** How many may begin; guarded by this object. */
    private int iterations;

    private RelayLink(Frames frames, RankEnvironment environment) {
        this.frames = frames;
        this.acrossHosts = environment.acrossHosts();
        this.sharedMemory = environment.sharedMemory();
    }

    /** Connects to the first of the relay's addresses that answers, and proves itself. */
    static RelayLink connect(RankEnvironment environment, int rank) throws IOException {
        IOException failure = new IOException("rank " + rank + " cannot reach the relay at " + environment.relay());
        for (int patience : CONNECT_MILLIS) {
            for (String address : environment.relay()) {
                Socket socket = new Socket();
                try {
                    socket.connect(RankEnvironment.socketAddress(address), patience);
                    Frames frames = new Frames(socket);
                    frames.patience(HANDSHAKE_MILLIS);
                    frames.introduce(new Handshake(environment.key()), rank);
                    frames.patience(0);
                    return new RelayLink(frames, environment);
                } catch (IOException e) {
                    socket.close();
                    failure.addSuppressed(new IOException(address + ": " + e.getMessage(), e));
                }
            }
        }
        throw failure;
    }

    /**
     * Starts to listen to the relay, and holds the JVM's end back until the relay has acknowledged.
     *
     * @param debugged whether somebody holds a rank of the launch in a debugger, for as long as it takes
     */
    void start(boolean debugged) throws IOException {
        start(debugged, Heartbeat.SILENCE_SECONDS, debugged ? DebugRank.NO_LIMIT_SECONDS : LAST_WORD_SECONDS);
    }

    /** Likewise, with limits: how long the relay may be silent, and JMH's last word take once the JVM ends. */
    void start(boolean debugged, int silence, long lastWordSeconds) throws IOException {
        silenceSeconds = silence;
        if (acrossHosts && !debugged) {
            Heartbeat.expect(frames, silence);
            Heartbeat.send(frames);
        }
        Thread reader = new Thread(this::listen, "lockstep-relay");
        reader.setDaemon(true);
        reader.start();
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> awaitAcknowledgement(lastWordSeconds), "lockstep-acknowledgement"));
    }

    private void listen() {
        try {
            while (true) {
                Frames.Frame frame = frames.read();
                switch (frame.type()) {
                    case DATA -> {
                        synchronized (early) {
                            jmh.write(frame.payload());
                            jmh.flush();
                        }
                    }
                    case PLAN -> plan.complete(frame.text());
                    case GATHERED -> gathered(AllGather.parse(frame.payload()));
                    case ACK -> {
                        acknowledged.countDown();
                        // Nothing follows. A JVM waits 0.3 s at its end for a thread that still reads.
                        return;
                    }
                    case BEGIN -> begin();
                    case DUMP ->
                        frames.write(FrameType.THREADS, ThreadDump.here().format());
                    case ABORT -> halt(frame.text());
                    case ALIVE -> {
                        // Having come is all that it says.
                    }
                    default -> halt("the relay sent a " + frame.type() + " frame");
                }
            }
        } catch (SocketTimeoutException e) {
            if (acknowledged.getCount() > 0) {
                halt("nothing was heard from the relay for " + silenceSeconds
                        + " s: its host is down, or the network to it is cut");
            }
        } catch (IOException e) {
            if (acknowledged.getCount() > 0) {
                halt("the relay is gone: " + e.getMessage());
            }
        }
    }

    private void halt(String reason) {
        System.err.println("lockstep: this rank is ended: " + reason);
        if (acrossHosts) {
            // The relay clears away what is on its own host.
            sharedMemory.ifPresent(Leftovers::remove);
        }
        System.err.flush();
        Runtime.getRuntime().halt(ENDED_BY_RELAY);
    }

    /**
     * The acknowledgement comes when the slowest rank is done, and the relay ends all ranks when it gives one up: until then, or until the link breaks, there is no
     * limit of this rank's own.
     */
    private void awaitAcknowledgement(long lastWordSeconds) {
        try {
            if (!lastWord.await(lastWordSeconds, TimeUnit.SECONDS)) {
                fail("its JVM is ending before it has delivered its results: System.exit was called, or a signal came");
            }
            acknowledged.await();
        } catch (InterruptedException e) {
            halt("interrupted while waiting for the relay's acknowledgement");
        } catch (IOException e) {
            halt("the relay is gone: " + e.getMessage());
        }
    }

    /** Where bytes for JMH's own client go. */
    void jmh(OutputStream sink) throws IOException {
        synchronized (early) {
            early.writeTo(sink);
            sink.flush();
            jmh = sink;
        }
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

    private synchronized void begin() {
        iterations++;
        notifyAll();
    }

    /** Returns when the relay lets that iteration begin, counted from 1; a launch that fails meanwhile ends this JVM. */
    synchronized void awaitIteration(int number) {
        try {
            while (iterations < number) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommunicationException(
                    "interrupted while waiting for the relay to let iteration " + number + " begin");
        }
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

    /** JMH has said its last word: the JVM may end, once the results that are still on their way have been acknowledged. */
    void measured() {
        lastWord.countDown();
    }

    /** Says why this rank cannot go on; the relay will end it. */
    void fail(String reason) throws IOException {
        frames.write(FrameType.FAILED, reason);
        lastWord.countDown();
    }

    void bye() throws IOException {
        frames.write(FrameType.BYE, acrossHosts ? Map.of(LOAD_AFTERWARDS, Machine.load()) : Map.of());
        lastWord.countDown();
    }
}
