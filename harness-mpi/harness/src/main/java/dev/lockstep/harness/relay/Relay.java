package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Heartbeat;
import dev.lockstep.harness.link.JobKey;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps count of the ranks of one launch, which come in through its {@link Acceptor}. The first thing that goes wrong on any rank ends the launch: its reason is kept, the session is
 * told, and every rank is told to end.
 */
final class Relay implements Closeable, Acceptor.Handler, RankLink.RankListener {
    /** What is done to the launch when it is over. */
    interface Ending {
        /** All results have arrived; the ranks are told next. */
        void completed(List<RankInfo> ranks) throws IOException;

        /** It failed, and the ranks were told to end; whatever is left of it is to be ended. */
        void failed(List<RankInfo> ranks);

        /** Whether what started the ranks has ended, in words. */
        Optional<String> launcherEnd();
    }

    private final Acceptor acceptor;
    private final int processes;
    private final boolean heartbeat;
    private final Limits limits;
    private final Session session;
    private final Ending ending;
    private final Timeline timeline;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Acceptor::daemon);

    private final Map<Integer, RankLink> links = new TreeMap<>();
    private final Gatherings gatherings;
    private int finished;
    private boolean complete;
    private String failure;
    private final Watchdog watchdog;

    /**
     * Starts to listen.
     *
     * @param key of the job
     * @param processes how many will come, numbered from 0
     * @param bind where to listen: loopback if all ranks are on this host; else links are watched by {@link Heartbeat}s, unless
     *     somebody holds a rank in a debugger
     * @param watchdog looks after it
     * @param session what is said to ranks
     * @param ending what to do when it is over
     * @param timeline is told how far it got
     * @throws IOException if no port can be had
     */
    Relay(
            JobKey key,
            int processes,
            InetAddress bind,
            Watchdog watchdog,
            Session session,
            Ending ending,
            Timeline timeline)
            throws IOException {
        this.processes = processes;
        this.heartbeat = !bind.isLoopbackAddress() && watchdog.isLimited();
        this.gatherings = new Gatherings(processes);
        this.session = session;
        this.ending = ending;
        this.timeline = timeline;
        this.watchdog = watchdog;
        this.limits = watchdog.limits();
        this.acceptor = new Acceptor(key, processes, bind, limits.handshakeSeconds(), this);
        acceptor.open();
        clock.scheduleWithFixedDelay(this::watch, 1, 1, TimeUnit.SECONDS);
    }

    /**
     * Where it listens.
     *
     * @return each {@code host:port}, best first
     * @throws IOException if they cannot be had
     */
    public List<String> addresses() throws IOException {
        return acceptor.addresses();
    }

    @Override
    public Optional<Runnable> admit(int rank, Frames frames) {
        RankLink link = new RankLink(rank, frames, this);
        if (!enlist(link)) {
            return Optional.empty();
        }
        if (allAreIn()) {
            acceptor.shut();
        }
        return Optional.of(() -> serve(link));
    }

    private synchronized boolean allAreIn() {
        return links.size() == processes;
    }

    private synchronized boolean enlist(RankLink link) {
        return link.rank() >= 0
                && link.rank() < processes
                && failure == null
                && links.putIfAbsent(link.rank(), link) == null;
    }

    @Override
    public void broken(String reason) {
        fail(reason);
    }

    private void serve(RankLink link) {
        try {
            if (heartbeat) {
                link.keepAlive(limits.silenceSeconds());
            }
            session.converse(link);
        } catch (RankFailure e) {
            fail(link, e);
            return;
        } catch (IOException e) {
            if (e.getCause() instanceof RankFailure failed) {
                fail(link, failed);
            } else {
                fail(link.info().name() + ": " + e.getMessage());
            }
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (RuntimeException | Error e) {
            // Also what reading a rank's objects can raise: the launch must not go on waiting for this rank.
            fail(link.info().name() + ": " + e);
            return;
        }
        finish();
    }

    /** A rank that has gone is named before those that fail, or are told to end, because it has: their words may come first. */
    private void fail(RankLink link, RankFailure failed) {
        if (!failed.isEnd()) {
            awaitFailure();
        }
        fail(failed.describe(link));
    }

    private synchronized void awaitFailure() {
        long end = limits.clock().getAsLong() + TimeUnit.MILLISECONDS.toNanos(limits.causeMillis());
        try {
            for (long left = limits.causeMillis(); failure == null && left > 0; ) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - limits.clock().getAsLong());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void joined() {
        timeline.mark("ranks have joined");
    }

    @Override
    public void introduced(RankLink link) {
        timeline.mark("JVMs have connected");
        try {
            session.introduced(link);
        } catch (IOException e) {
            fail(link.info().name() + ": JMH's host cannot be reached: " + e.getMessage());
        }
    }

    @Override
    public void exchanged(RankLink link, AllGather part) throws RankFailure {
        Optional<AllGather> all = gatherings.add(link.rank(), part);
        if (all.isPresent()) {
            byte[] payload = all.get().format();
            for (RankLink each : links()) {
                each.tell(FrameType.GATHERED, payload);
            }
        }
    }

    /** Of the ranks that have come. */
    synchronized List<RankLink> links() {
        return List.copyOf(links.values());
    }

    @Override
    public void alive() {
        watchdog.alive();
    }

    private void finish() {
        try {
            finished();
        } catch (IOException e) {
            fail("all ranks have delivered, but the host could not take it in: " + e.getMessage());
        }
    }

    private void finished() throws IOException {
        synchronized (this) {
            if (++finished < processes || failure != null) {
                return;
            }
        }
        session.complete();
        ending.completed(ranks());
        List<RankLink> all;
        synchronized (this) {
            complete = true;
            all = List.copyOf(links.values());
        }
        for (RankLink link : all) {
            link.send(FrameType.ACK, "");
        }
        stopListening();
    }

    /** Has the watchdog look, as happens every second. */
    void watch() {
        try {
            watchdog.look(links(), missing(), ending.launcherEnd()).ifPresent(this::fail);
        } catch (IOException e) {
            fail("the ranks show no progress, and what they were doing cannot be written down: " + e.getMessage());
        }
    }

    private synchronized String missing() {
        List<Integer> absent = new ArrayList<>();
        for (int rank = 0; rank < processes; rank++) {
            if (!links.containsKey(rank)) {
                absent.add(rank);
            }
        }
        return absent.isEmpty() ? "all are connected" : "ranks that never connected: " + absent;
    }

    /**
     * Ends the launch. Only the first reason counts; nothing happens once it is complete.
     *
     * @param reason what went wrong, and on which rank
     */
    public void fail(String reason) {
        List<RankLink> all;
        synchronized (this) {
            if (complete || failure != null) {
                return;
            }
            failure = reason;
            notifyAll();
            all = List.copyOf(links.values());
        }
        try {
            end(all, reason);
        } finally {
            // Last: whoever is told may go on, or end this JVM.
            session.failed(reason);
        }
    }

    private void end(List<RankLink> all, String reason) {
        for (RankLink link : all) {
            try {
                link.send(FrameType.ABORT, reason);
            } catch (IOException e) {
                // It is gone already, which is what was wanted.
                Acceptor.closeQuietly(link::close);
            }
        }
        ending.failed(ranks());
        stopListening();
    }

    /** Nobody else is to come; the links of the ranks that are here stay open. */
    private void stopListening() {
        acceptor.shut();
        clock.shutdown();
    }

    /**
     * Why the launch failed.
     *
     * @return empty if it has not
     */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Whether every rank's results have arrived and been passed on.
     *
     * @return true from the acknowledgement on
     */
    public synchronized boolean isComplete() {
        return complete;
    }

    /**
     * The ranks that have come.
     *
     * @return by rank
     */
    public synchronized List<RankInfo> ranks() {
        return links.values().stream().map(RankLink::info).toList();
    }

    /** Closes every link, and returns when nothing that came over them is being written any more. */
    @Override
    public void close() throws IOException {
        acceptor.close();
        clock.shutdownNow();
        synchronized (this) {
            for (RankLink link : links.values()) {
                link.close();
            }
        }
        acceptor.awaitEnd();
    }
}
