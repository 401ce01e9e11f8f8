package dev.lockstep.collectives.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PointToPoint;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.UnsupportedCapabilityException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names, refusals and the life of collectives. */
class AlgorithmCollectivesTest {

    @Test
    void namesAreWrittenSmallWithHyphens() {
        assertThat(Algorithm.parse(AllReduceAlgorithm.class, "recursive-doubling"))
                .isEqualTo(AllReduceAlgorithm.RECURSIVE_DOUBLING);
        assertThat(BroadcastAlgorithm.SCATTER_ALLGATHER.label()).isEqualTo("scatter-allgather");
        for (AllToAllAlgorithm algorithm : AllToAllAlgorithm.values()) {
            assertThat(Algorithm.parse(AllToAllAlgorithm.class, algorithm.label()))
                    .isEqualTo(algorithm);
        }
    }

    @Test
    void anUnknownNameIsToldThoseThatThereAre() {
        assertThatThrownBy(() -> Algorithm.parse(AllReduceAlgorithm.class, "RING"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no algorithm 'RING' for allreduce: there are linear, binomial, ring,"
                        + " recursive-doubling, rabenseifner");
    }

    @Test
    void aSegmentHasBytes() {
        assertThatThrownBy(() -> Algorithms.DEFAULT.withSegment(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 0");
    }

    @Test
    void argumentsAreCheckedBeforeAnythingMoves() {
        LocalAlgorithms.run(2, comm -> {
            try (AlgorithmCollectives collectives = AlgorithmCollectives.over(comm)) {
                ByteBuffer some = ByteBuffer.allocateDirect(6);
                ByteBuffer readOnly = some.duplicate().asReadOnlyBuffer();
                assertThatThrownBy(() -> collectives.bcast(some, 2)).isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> collectives.allGather(some, readOnly))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> collectives.allToAll(some, ByteBuffer.allocate(7)))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(
                                () -> collectives.allReduce(some, ByteBuffer.allocate(6), Datatype.INT, ReduceOp.SUM))
                        .isInstanceOf(IllegalArgumentException.class);
                collectives.barrier();
            }
        });
    }

    @Test
    void whatIsNotThereIsRefused() {
        LocalAlgorithms.run(1, comm -> {
            try (AlgorithmCollectives collectives = AlgorithmCollectives.over(comm)) {
                ByteBuffer some = ByteBuffer.allocateDirect(4);
                assertThat(collectives.supports(Capability.ALL_REDUCE)).isTrue();
                assertThatThrownBy(() -> collectives.gather(some, some, 0))
                        .isInstanceOf(UnsupportedCapabilityException.class)
                        .hasMessageContaining("GATHER");
                assertThatThrownBy(() -> collectives.scan(some, some, Datatype.INT, ReduceOp.SUM))
                        .isInstanceOf(UnsupportedCapabilityException.class);
            }
        });
    }

    @Test
    void aCommunicatorWithoutMessagesIsRefused() {
        LocalAlgorithms.run(1, comm -> {
            Communicator mute = new Synchronous(comm) {
                @Override
                public Map<Capability, String> unsupported() {
                    return Map.of(Capability.POINT_TO_POINT, "it is mute");
                }
            };
            assertThatThrownBy(() -> AlgorithmCollectives.over(mute))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("it is mute");
        });
    }

    @Test
    void ranksThatDisagreeAreTold() {
        LocalAlgorithms.run(2, comm -> {
            try (AlgorithmCollectives collectives = AlgorithmCollectives.over(comm)) {
                ByteBuffer mine = ByteBuffer.allocateDirect(1 + comm.rank());
                ByteBuffer all = ByteBuffer.allocateDirect(2 * mine.capacity());
                if (comm.rank() == 1) {
                    assertThatThrownBy(() -> collectives.allGather(mine, all))
                            .isInstanceOf(CommunicationException.class)
                            .hasMessage("rank 0 sends 1 bytes, rank 1 expects 2");
                } else {
                    assertThatThrownBy(() -> collectives.allGather(mine, all))
                            .isInstanceOf(CommunicationException.class);
                }
            }
        });
    }

    @Test
    void closingLeavesTheCommunicatorOpen() {
        LocalAlgorithms.run(2, comm -> {
            AlgorithmCollectives collectives = AlgorithmCollectives.over(comm);
            collectives.close();
            collectives.close();
            assertThatThrownBy(collectives::barrier).isInstanceOf(IllegalStateException.class);
            comm.barrier();
        });
    }

    @Test
    void eachOperationAndPhaseHasATag() {
        int operations = (PointToPoint.MAX_TAG + 1) / Messages.PHASES;
        LocalAlgorithms.run(2, comm -> {
            List<Integer> tags = new ArrayList<>();
            Choice linear = Algorithms.DEFAULT.with(BarrierAlgorithm.LINEAR);
            try (AlgorithmCollectives collectives = AlgorithmCollectives.over(new Recorded(comm, tags), linear)) {
                for (int i = 0; i < operations + 1; i++) {
                    collectives.barrier();
                }
            }
            assertThat(tags).hasSize(operations + 1).allMatch(tag -> tag >= 0 && tag <= PointToPoint.MAX_TAG);
            assertThat(tags.subList(0, operations)).doesNotHaveDuplicates();
            assertThat(tags.get(operations)).isEqualTo(tags.get(0));
            // Rank 1 comes in the first phase, and rank 0 lets it go in the second.
            assertThat(tags).allMatch(tag -> tag % Messages.PHASES == 1 - comm.rank());
        });
    }

    /** Writes down the tags of what it starts to send. */
    private static final class Recorded extends Dressed {
        private final List<Integer> tags;

        Recorded(Communicator comm, List<Integer> tags) {
            super(comm);
            this.tags = tags;
        }

        @Override
        Communicator around(Communicator duplicate) {
            return new Recorded(duplicate, tags);
        }

        @Override
        public Request iSend(ByteBuffer message, int destination, int tag) {
            tags.add(tag);
            return super.iSend(message, destination, tag);
        }
    }
}
