package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.OpTimesChunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.LongStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.link.BinaryLinkClient;
import org.openjdk.jmh.runner.options.TimeValue;

/** Many ranks in one JVM, each with JMH's real client behind it, which all end each iteration at the same time. */
final class SimulatedRanks {
    private final int size;
    private final int iterations;
    private final IterationParams measured;
    private final boolean opTimes;
    private final BenchmarkParams benchmark;
    private final CyclicBarrier together;

    SimulatedRanks(int size, int iterations) {
        this(size, iterations, Iterations.MEASURED, false);
    }

    private SimulatedRanks(int size, int iterations, IterationParams measured, boolean opTimes) {
        this.size = size;
        this.iterations = iterations;
        this.measured = measured;
        this.opTimes = opTimes;
        this.benchmark = Iterations.benchmark(1, Map.of("comm", "openmpi", "ranks", String.valueOf(size)));
        this.together = new CyclicBarrier(size);
    }

    /** Those that have timed so many operations in each iteration, call k of rank r, which begins r ns early, at k + r nanoseconds, and send these times in chunks. */
    static SimulatedRanks timing(int size, int iterations, int operations) {
        IterationParams measured =
                new IterationParams(IterationType.MEASUREMENT, iterations, TimeValue.NONE, operations);
        return new SimulatedRanks(size, iterations, measured, true);
    }

    private List<OpTimesChunk> opTimes(int rank) {
        List<OpTimesChunk> chunks = new ArrayList<>();
        int each = measured.getBatchSize();
        int all = opTimes ? iterations * each : 0;
        for (int offset = 0; offset < all; offset += each) {
            long[] nanos =
                    LongStream.range(offset, offset + each).map(k -> k + rank).toArray();
            long[] began = LongStream.range(offset, offset + each)
                    .map(k -> 1_000_000 * k - rank)
                    .toArray();
            chunks.add(new OpTimesChunk(rank, 0, 7, all, all, offset, began, nanos));
        }
        return chunks;
    }

    /** Rank r measures r + 1 us in each iteration; returns when the relay has acknowledged all of them. */
    void play(String relay, JobKey key) throws IOException, InterruptedException {
        List<Exception> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int r = 0; r < size; r++) {
            int rank = r;
            Thread thread = new Thread(() -> {
                try {
                    play(rank, relay, key);
                } catch (IOException | ClassNotFoundException | InterruptedException | BrokenBarrierException e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                    // Nobody waits for a rank that has failed.
                    threads.forEach(Thread::interrupt);
                }
            });
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IOException(failures.size() + " of " + size + " ranks failed", failures.get(0));
        }
    }

    private void play(int rank, String relay, JobKey key)
            throws IOException, ClassNotFoundException, InterruptedException, BrokenBarrierException {
        try (FakeRank me = new FakeRank(relay, key, rank).hello()) {
            BinaryLinkClient client = me.jmhClient(opTimes(rank));
            client.handshake();
            client.requestPlan();
            for (int i = 1; i <= iterations; i++) {
                together.await();
                IterationResult result = Iterations.result(benchmark, measured, rank + 1.0);
                client.getOutputFormat().iterationResult(benchmark, measured, i, result);
                client.pushResults(result);
            }
            client.pushResultMetadata(new BenchmarkResultMetaData(1, 2, 3, 4, 5));
            client.close();
            me.end();
        }
    }
}
