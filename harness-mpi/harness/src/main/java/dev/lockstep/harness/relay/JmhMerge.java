package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.Conditions;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.LinkFilter;
import dev.lockstep.harness.link.OpTimesChunk;
import dev.lockstep.harness.link.Reasons;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.link.JmhFrames;

/**
 * Makes one fork of all ranks. Rank 0's frames are passed on to JMH's host, and the host's answers are replayed to every rank. When rank 0's iteration result
 * comes by, the same iteration of every other rank is waited for and their raw results are added to it, once, so that console and JSON agree.
 */
final class JmhMerge implements Session {
    private final int processes;
    private final int ranks;
    private final RankRows rows;
    private final RankLogs logs;
    private final Timeline timeline;
    private final Optional<OpTimesMerge> opTimes;
    private final Optional<IntPredicate> hops;
    private final JmhPort jmhPort;
    private final List<Queue<Measured>> waiting = new ArrayList<>();
    private final Map<Integer, RankLink> links = new ConcurrentHashMap<>();
    private final BitSet ended = new BitSet();
    private final BitSet beginning = new BitSet();
    private JmhHost host;
    private Object handshake;
    private Object handshakeResponse;
    private Object actionPlan;
    private boolean over;

    private record Measured(IterationResult result, Conditions conditions) {}

    /** Where JMH's host listens, by its own word: what ranks say of it is not asked for. */
    interface JmhPort {
        int get() throws IOException;
    }

    JmhMerge(
            int processes,
            int ranks,
            RankRows rows,
            RankLogs logs,
            Timeline timeline,
            Optional<OpTimesMerge> opTimes,
            Optional<IntPredicate> hops,
            JmhPort jmhPort) {
        this.processes = processes;
        this.ranks = ranks;
        this.rows = rows;
        this.logs = logs;
        this.timeline = timeline;
        this.opTimes = opTimes;
        this.hops = hops;
        this.jmhPort = jmhPort;
        for (int i = 0; i < processes; i++) {
            waiting.add(new ArrayDeque<>());
        }
    }

    @Override
    public synchronized void introduced(RankLink link) throws IOException {
        if (host == null && !over) {
            host = new JmhHost(jmhPort.get());
        }
    }

    @Override
    public void converse(RankLink link) throws IOException, RankFailure, InterruptedException {
        links.put(link.rank(), link);
        ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(link.jmhOutput(), 1 << 16));
        out.flush();
        Fork fork = new Fork(link, out);
        ObjectInputStream in = new ObjectInputStream(link.jmhInput(fork::aside));
        in.setObjectInputFilter(LinkFilter.FILTER);
        for (Object frame = fork.read(in); frame != null; frame = fork.read(in)) {
            fork.handle(frame);
        }
        if (!fork.complete) {
            throw new RankFailure("its JMH ended before all iterations were done");
        }
        end(link.rank());
    }

    private void opTimes(RankLink link, Frames.Frame frame) throws RankFailure {
        if (opTimes.isEmpty()) {
            throw new RankFailure("it sent a " + frame.type() + " frame");
        }
        timeline.mark("operation times");
        try {
            opTimes.get().add(link.rank(), OpTimesChunk.parse(frame.payload()));
        } catch (IllegalArgumentException e) {
            throw new RankFailure("it sent " + e.getMessage());
        }
    }

    /** One rank's side of the session. What rank 0 says reaches JMH's host; of the others only results, failures and logs count. */
    private final class Fork {
        private final RankLink link;
        private final ObjectOutputStream out;
        private final boolean first;
        private IterationResult merged;
        private boolean complete;
        private boolean failing;
        private String thrown;
        private Conditions conditions = Conditions.UNKNOWN;

        Fork(RankLink link, ObjectOutputStream out) {
            this.link = link;
            this.out = out;
            this.first = link.rank() == 0;
        }

        /** What comes between the bytes of JMH's own link. */
        void aside(Frames.Frame frame) throws RankFailure {
            if (frame.type() != FrameType.CONDITIONS) {
                opTimes(link, frame);
                return;
            }
            try {
                conditions = Conditions.parse(frame.payload());
            } catch (IllegalArgumentException e) {
                throw new RankFailure("it sent " + e.getMessage());
            }
        }

        /** The next frame; null when the rank has closed its end. */
        Object read(ObjectInputStream in) throws IOException, RankFailure {
            try {
                return in.readObject();
            } catch (EOFException e) {
                return null;
            } catch (ClassNotFoundException e) {
                throw unreadable("of class " + e.getMessage() + ", which is not on the host's class path");
            } catch (InvalidClassException e) {
                throw unreadable("that the relay does not read: " + e.getMessage());
            }
        }

        /** Usually an exception of the benchmark's own; JMH has printed it before. */
        private RankFailure unreadable(String what) {
            return new RankFailure(thrown == null ? "it sent an object " + what + "; its log has the text" : thrown);
        }

        private void note(String printed) {
            if (printed.startsWith("<failure>")) {
                failing = true;
            } else if (failing && thrown == null && !printed.isBlank()) {
                thrown = printed.strip().lines().findFirst().orElseThrow();
            }
        }

        void handle(Object frame) throws IOException, RankFailure, InterruptedException {
            JmhFrames.Meaning meaning = JmhFrames.meaning(frame);
            if (!(meaning instanceof JmhFrames.Print) && !(meaning instanceof JmhFrames.Output)) {
                link.alive();
            }
            if (meaning instanceof JmhFrames.Iteration iteration) {
                iteration(frame, iteration);
            } else if (meaning instanceof JmhFrames.Results) {
                pass(JmhFrames.results(merged));
            } else if (meaning instanceof JmhFrames.Print print) {
                logs.write(link.rank(), print.text());
                note(print.text());
                pass(frame);
            } else if (meaning instanceof JmhFrames.Output output) {
                logs.write(link.rank(), output.bytes());
            } else if (meaning instanceof JmhFrames.Failure failure) {
                throw new RankFailure(Reasons.of(failure.error()));
            } else if (meaning instanceof JmhFrames.Hello) {
                reply(handshake(frame, first));
            } else if (meaning instanceof JmhFrames.PlanRequest) {
                reply(plan(frame, first));
            } else if (meaning instanceof JmhFrames.Complete) {
                complete = true;
                pass(frame);
            } else if (meaning instanceof JmhFrames.Begin) {
                pass(frame);
                begin(link.rank());
            } else if (meaning instanceof JmhFrames.Other) {
                pass(frame);
            }
        }

        private void iteration(Object frame, JmhFrames.Iteration iteration)
                throws IOException, InterruptedException, RankFailure {
            Measured mine = new Measured(iteration.result(), conditions);
            conditions = Conditions.UNKNOWN;
            rows.add(link.info(), iteration, mine.conditions);
            timeline.mark(iteration.iterations().getType().name().toLowerCase(Locale.ROOT) + " iterations");
            if (iteration.iterations().getType() == IterationType.MEASUREMENT) {
                opTimes.ifPresent(times -> times.measured(link.rank(), iteration));
            }
            if (first) {
                merged = merge(iteration, mine);
                pass(JmhFrames.withResult(frame, merged));
            } else {
                offer(link.rank(), mine);
            }
        }

        private void pass(Object frame) throws IOException {
            if (first) {
                host.send(frame);
            }
        }

        private void reply(Object frame) throws IOException {
            out.writeObject(frame);
            out.flush();
        }
    }

    private synchronized Object handshake(Object frame, boolean first) throws IOException, InterruptedException {
        if (first) {
            handshake = frame;
            handshakeResponse = host.ask(frame);
            notifyAll();
        }
        while (handshakeResponse == null) {
            waitUnlessOver();
        }
        return handshakeResponse;
    }

    private synchronized Object plan(Object frame, boolean first) throws IOException, InterruptedException {
        if (first) {
            actionPlan = host.ask(frame);
            notifyAll();
        }
        while (actionPlan == null) {
            waitUnlessOver();
        }
        return actionPlan;
    }

    /**
     * A rank is about to begin an iteration, and waits. The last one lets all of them, once JMH's host, too, has done with
     * all that came before: what the relay does must not be in what they time.
     */
    private void begin(int rank) throws IOException, RankFailure {
        synchronized (this) {
            beginning.set(rank);
            requireNobodyWaitsForEnded();
            if (beginning.cardinality() < processes) {
                return;
            }
            beginning.clear();
        }
        host.ask(handshake);
        for (RankLink link : links.values()) {
            link.tell(FrameType.BEGIN, new byte[0]);
        }
    }

    private void requireNobodyWaitsForEnded() throws RankFailure {
        if (!beginning.isEmpty() && !ended.isEmpty()) {
            throw new RankFailure(
                    "it ran fewer iterations than rank " + beginning.nextSetBit(0), links.get(ended.nextSetBit(0)));
        }
    }

    private synchronized void offer(int rank, Measured result) {
        waiting.get(rank).add(result);
        notifyAll();
    }

    private synchronized IterationResult merge(JmhFrames.Iteration iteration, Measured first)
            throws InterruptedException, RankFailure {
        List<Measured> all = new ArrayList<>();
        all.add(first);
        for (int rank = 1; rank < processes; rank++) {
            while (waiting.get(rank).isEmpty()) {
                if (ended.get(rank)) {
                    throw new RankFailure("it ran fewer iterations than rank 0", links.get(rank));
                }
                waitUnlessOver();
            }
            all.add(waiting.get(rank).remove());
        }
        List<IterationResult> results = all.stream().map(Measured::result).toList();
        IterationResult merged = RankMerge.merge(iteration, results, ranks);
        List<Conditions> seen = all.stream().map(Measured::conditions).toList();
        hops.ifPresent(used -> RankMerge.addProbes(merged, seen, used));
        return merged;
    }

    private void waitUnlessOver() throws InterruptedException {
        if (over) {
            throw new InterruptedException("the launch is over");
        }
        wait();
    }

    /** Rank 0 takes one result of every rank for each of its own; what is left over once it has ended was measured by that rank alone. */
    private synchronized void end(int rank) throws RankFailure {
        ended.set(rank);
        notifyAll();
        requireNobodyWaitsForEnded();
        for (int other = 1; ended.get(0) && other < processes; other++) {
            if (!waiting.get(other).isEmpty()) {
                throw new RankFailure("it ran more iterations than rank 0", links.get(other));
            }
        }
        if (opTimes.isPresent() && ended.cardinality() == processes) {
            opTimes.get().requireWhole(links::get);
        }
    }

    @Override
    public void complete() throws IOException {
        host.send(JmhFrames.finish());
        host.awaitGoodbye();
        logs.close();
        synchronized (this) {
            over = true;
        }
    }

    @Override
    public void failed(String reason) {
        JmhHost told;
        synchronized (this) {
            over = true;
            notifyAll();
            told = host;
        }
        try {
            logs.close();
            if (told == null) {
                return;
            }
            told.send(JmhFrames.print("lockstep: " + reason));
            told.send(JmhFrames.failure(reason));
            told.send(JmhFrames.finish());
            told.awaitGoodbye();
        } catch (IOException e) {
            // JMH's host is gone or knows already; the relay keeps the reason.
            logs.write(0, "lockstep: could not tell JMH's host of the failure: " + e + "\n");
        }
    }
}
