package dev.lockstep.comm.local;

import static dev.lockstep.comm.Collectives.IN_PLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives under way in numbers, mixed with all else; steady state without garbage; ranks that disagree. */
class LocalCollectivesTest {
    private static final int ROUNDS = 150;
    private static final int UNDER_WAY = 12;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void randomCollectives(int ranks) {
        Ranks.run(ranks, comm -> {
            try (Communicator other = comm.duplicate()) {
                for (int round = 0; round < ROUNDS; round++) {
                    // What is started is the same on all ranks, the order of completion is not.
                    start(comm, other, new Random(round), new Random(round * 31L + comm.rank()));
                }
            }
        });
    }

    private static void start(Communicator comm, Communicator other, Random same, Random own) {
        List<Request> requests = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        for (int i = 0; i < UNDER_WAY; i++) {
            Communicator on = same.nextBoolean() ? comm : other;
            // Some are larger than what is sent eagerly.
            int ints = same.nextInt(same.nextInt(8) == 0 ? 5_000 : 50);
            int root = same.nextInt(comm.size());
            switch (same.nextInt(5)) {
                case 0 -> sum(on, ints, requests, checks);
                case 1 -> gather(on, ints, root, requests, checks);
                case 2 -> bcast(on, ints, root, i, requests, checks);
                case 3 -> ring(on, ints, i, requests, checks);
                default -> {
                    ByteBuffer value = filled(1, comm.rank() + 1);
                    on.allReduce(IN_PLACE, value, Datatype.INT, ReduceOp.MAX);
                    assertThat(value.getInt(0)).isEqualTo(comm.size());
                }
            }
        }
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, own);
        for (int i : order.subList(0, order.size() / 2)) {
            requests.get(i).await();
            requests.set(i, null);
        }
        Requests.waitAll(requests.toArray(Request[]::new));
        checks.forEach(Runnable::run);
    }

    private static void sum(Communicator on, int ints, List<Request> requests, List<Runnable> checks) {
        ByteBuffer result = filled(ints, on.rank() + 1);
        requests.add(on.iAllReduce(IN_PLACE, result, Datatype.INT, ReduceOp.SUM));
        checks.add(() -> expect(result, 0, ints, on.size() * (on.size() + 1) / 2));
    }

    private static void gather(Communicator on, int ints, int root, List<Request> requests, List<Runnable> checks) {
        ByteBuffer result = on.rank() == root ? filled(ints * on.size(), -1) : null;
        requests.add(on.iGather(filled(ints, on.rank()), result, root));
        if (result != null) {
            checks.add(() -> {
                for (int rank = 0; rank < on.size(); rank++) {
                    expect(result, rank * ints, ints, rank);
                }
            });
        }
    }

    private static void bcast(
            Communicator on, int ints, int root, int value, List<Request> requests, List<Runnable> checks) {
        ByteBuffer message = filled(ints, on.rank() == root ? value : -1);
        requests.add(on.iBcast(message, root));
        checks.add(() -> expect(message, 0, ints, value));
    }

    /** Messages of the caller between the collectives. */
    private static void ring(Communicator on, int ints, int tag, List<Request> requests, List<Runnable> checks) {
        int left = (on.rank() + on.size() - 1) % on.size();
        ByteBuffer in = filled(ints, -1);
        requests.add(on.iRecv(in, left, tag));
        requests.add(on.iSend(filled(ints, on.rank()), (on.rank() + 1) % on.size(), tag));
        checks.add(() -> expect(in, 0, ints, left));
    }

    private static ByteBuffer filled(int ints, int value) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(ints * 4).order(ByteOrder.nativeOrder());
        for (int i = 0; i < ints; i++) {
            buffer.putInt(i * 4, value);
        }
        return buffer;
    }

    private static void expect(ByteBuffer buffer, int from, int ints, int value) {
        for (int i = from; i < from + ints; i++) {
            if (buffer.getInt(i * 4) != value) {
                throw new AssertionError("element " + i + " is " + buffer.getInt(i * 4) + ", not " + value);
            }
        }
    }

    @Test
    void steadyStateMakesNoGarbage() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Ranks.run(2, comm -> {
            Every every = new Every(comm);
            for (int i = 0; i < 300; i++) {
                every.run();
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            int runs = 300;
            for (int i = 0; i < runs; i++) {
                every.run();
            }
            // Compilation on the side may leave a little.
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16L * runs);
        });
    }

    /** A call of every collective, in both forms. */
    private static final class Every {
        private final Communicator comm;
        private final ByteBuffer one = filled(10, 1);
        private final ByteBuffer other = filled(10, 1);
        private final ByteBuffer two = filled(20, 1);
        private final ByteBuffer twoMore = filled(20, 1);
        private final int[] counts = {40, 40};
        private final int[] places = {40, 0};
        private final Request[] requests = new Request[4];

        Every(Communicator comm) {
            this.comm = comm;
        }

        void run() {
            comm.barrier();
            comm.bcast(one, 1);
            comm.gather(one, two, 0);
            comm.gatherv(one, two, counts, places, 1);
            comm.scatter(two, one, 0);
            comm.scatterv(two, counts, places, one, 1);
            comm.allGather(one, two);
            comm.allGatherv(one, two, counts, places);
            comm.allToAll(two, twoMore);
            comm.allToAllv(IN_PLACE, null, null, two, counts, places);
            comm.reduce(one, other, Datatype.INT, ReduceOp.MAX, 0);
            comm.allReduce(IN_PLACE, one, Datatype.INT, ReduceOp.MAX);
            comm.reduceScatterBlock(two, one, Datatype.INT, ReduceOp.MAX);
            comm.reduceScatter(two, one, counts, Datatype.INT, ReduceOp.MAX);
            comm.scan(one, other, Datatype.INT, ReduceOp.MAX);
            comm.exscan(IN_PLACE, other, Datatype.INT, ReduceOp.MAX);
            requests[0] = comm.iBarrier();
            requests[1] = comm.iAllReduce(one, other, Datatype.INT, ReduceOp.MAX);
            requests[2] = comm.iAllToAll(two, twoMore);
            requests[3] = comm.iRecv(one, 1 - comm.rank(), 3);
            comm.send(other, 1 - comm.rank(), 3);
            Requests.waitAll(requests);
        }
    }

    @Test
    void ranksThatDisagreeAreTold() {
        Ranks.run(2, comm -> {
            ByteBuffer mine = filled(comm.rank() + 1, 1);
            ByteBuffer all = filled(2 * (comm.rank() + 1), 1);
            String both = "sends \\d bytes, rank \\d expects \\d";
            assertThatThrownBy(() -> comm.allGather(mine, all))
                    .isInstanceOf(CommunicationException.class)
                    .message()
                    .containsPattern(both);
            assertThatThrownBy(() -> comm.iAllGather(mine, all).await())
                    .isInstanceOf(CommunicationException.class)
                    .message()
                    .containsPattern(both);
            comm.barrier();
        });
    }
}
