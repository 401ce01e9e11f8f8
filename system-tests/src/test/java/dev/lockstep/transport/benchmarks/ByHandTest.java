package dev.lockstep.transport.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.harness.ThreadRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What transports are measured against moves whole messages, too. */
class ByHandTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 56, 65536})
    void everyLoopMovesTheMessage(int bytes) throws Exception {
        QueuesByHand queues = new QueuesByHand();
        ThreadRanks.run(2, rank -> {
            ByHandBenchmark benchmark = allocated(rank, bytes);
            OpTimes times = new OpTimes();
            SocketByHand socket = new SocketByHand();
            socket.connect(rank, bytes);
            benchmark.socketByHand(rank, times, socket);
            benchmark.check(rank);
            socket.close();
            LineByHand line = new LineByHand();
            line.map(rank, bytes);
            benchmark.fill(rank);
            benchmark.line(rank, times, line);
            benchmark.check(rank);
            benchmark.fill(rank);
            benchmark.exchanger(rank, times, queues);
            benchmark.check(rank);
            benchmark.fill(rank);
            benchmark.synchronousQueue(rank, times, queues);
            benchmark.check(rank);
            benchmark.fill(rank);
            benchmark.spscQueue(rank, times, queues);
            benchmark.check(rank);
        });
    }

    @Test
    void aLoopThatDoesNothingFailsOnBothRanks() throws Exception {
        assertThat(ThreadRanks.failures(2, rank -> allocated(rank, 16).check(rank)))
                .hasSize(2)
                .hasOnlyElementsOfType(IllegalStateException.class);
    }

    private static ByHandBenchmark allocated(Rank rank, int bytes) {
        ByHandBenchmark benchmark = new ByHandBenchmark();
        benchmark.bytes = bytes;
        benchmark.allocate(rank);
        return benchmark;
    }
}
