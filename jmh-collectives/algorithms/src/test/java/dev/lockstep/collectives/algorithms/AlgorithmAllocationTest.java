package dev.lockstep.collectives.algorithms;

import static dev.lockstep.comm.Collectives.IN_PLACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Steady state makes no garbage. */
class AlgorithmAllocationTest {
    private static final int RANKS = 3;
    private static final int CALLS = 100;
    private static final int BATCHES = 8;

    @Test
    void nothingIsAllocated() {
        LocalAlgorithms.run(RANKS, comm -> {
            Every every = new Every(comm);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            for (int batch = 0; batch < BATCHES; batch++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < CALLS; i++) {
                    every.run();
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least / CALLS).as("bytes for all algorithms once").isZero();
            every.collectives.close();
        });
    }

    /** A call of every collective by every algorithm. */
    private static final class Every {
        private static final int BYTES = 600;

        private final Picked picked = new Picked();
        private final AlgorithmCollectives collectives;
        private final ByteBuffer one = ByteBuffer.allocateDirect(BYTES);
        private final ByteBuffer other = ByteBuffer.allocateDirect(BYTES);
        private final ByteBuffer all = ByteBuffer.allocateDirect(RANKS * BYTES);
        private final ByteBuffer more = ByteBuffer.allocateDirect(RANKS * BYTES);
        private final Layout layout = Layout.even(RANKS, BYTES);
        private final Algorithms[] choices = new Algorithms[AllReduceAlgorithm.values().length];

        Every(Communicator comm) {
            collectives = AlgorithmCollectives.over(comm, picked);
            for (int i = 0; i < choices.length; i++) {
                choices[i] = Algorithms.DEFAULT
                        .with(of(AllReduceAlgorithm.values(), i))
                        .with(of(BroadcastAlgorithm.values(), i))
                        .with(of(AllToAllAlgorithm.values(), i))
                        .with(of(AllGatherAlgorithm.values(), i))
                        .with(of(BarrierAlgorithm.values(), i))
                        .withSegment(64);
            }
        }

        void run() {
            for (Algorithms choice : choices) {
                picked.now = choice;
                collectives.barrier();
                collectives.bcast(one, 1);
                collectives.allGather(one, all);
                collectives.allGatherv(one, all, layout.counts(), layout.places());
                collectives.allToAll(all, more);
                collectives.allToAllv(IN_PLACE, null, null, all, layout.counts(), layout.places());
                collectives.allReduce(one, other, Datatype.FLOAT, ReduceOp.MAX);
                collectives.allReduce(IN_PLACE, other, Datatype.LONG, ReduceOp.SUM);
            }
        }

        private static <T> T of(T[] values, int index) {
            return values[index % values.length];
        }
    }
}
