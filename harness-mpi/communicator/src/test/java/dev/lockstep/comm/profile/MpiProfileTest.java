package dev.lockstep.comm.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lockstep.comm.Collectives;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.local.Ranks;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MpiProfileTest {
    private static final int TAG = 3;

    /** The figures of a program on two ranks, by name. */
    private static Map<String, Double> counted(boolean checksums, int operations, Ranks.Work program) {
        byte[][] ranks = new byte[2][];
        Ranks.run(2, comm -> {
            MpiProfile profile = new MpiProfile(checksums);
            Communicator counting = profile.of(comm);
            program.run(counting);
            ranks[comm.rank()] = profile.counted(1_000_000);
        });
        Map<String, Double> figures = new TreeMap<>();
        new MpiProfile(checksums)
                .figures(Arrays.asList(ranks), operations)
                .forEach(figure -> figures.put(figure.name(), figure.value()));
        return figures;
    }

    private static ByteBuffer message(int bytes, int content) {
        ByteBuffer message = ByteBuffer.allocateDirect(bytes);
        for (int i = 0; i < bytes; i++) {
            message.put(i, (byte) (content + i));
        }
        return message;
    }

    @Test
    void callsAndMessagesAreMeansOverRanksAndSizesAreThoseOfAll() {
        Map<String, Double> figures = counted(false, 2, comm -> {
            if (comm.rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    comm.send(message(100, 0), 1, TAG);
                }
                comm.send(message(20, 0), 1, TAG);
            } else {
                ByteBuffer into = message(100, 0);
                for (int i = 0; i < 4; i++) {
                    comm.recv(into, 0, TAG);
                }
            }
            comm.allReduce(Collectives.IN_PLACE, message(8, 0), Datatype.INT, ReduceOp.SUM);
        });
        assertThat(figures)
                .containsEntry("mpi.MPI_Send.calls", 1.0)
                .containsEntry("mpi.MPI_Send.messages", 1.0)
                .containsEntry("mpi.MPI_Send.bytes", 80.0)
                .containsEntry("mpi.MPI_Send.least", 20.0)
                .containsEntry("mpi.MPI_Send.most", 100.0)
                .containsEntry("mpi.MPI_Recv.calls", 1.0)
                .doesNotContainKey("mpi.MPI_Recv.bytes")
                .containsEntry("mpi.MPI_Allreduce.calls", 0.5)
                .containsEntry("mpi.MPI_Allreduce.bytes", 4.0)
                .containsEntry("mpi.app", 500.0)
                .doesNotContainKeys("mpi.crc", "mpi.MPI_Isend.calls");
        // One rank has all of it.
        assertThat(figures.get("mpi.MPI_Send.cov")).isEqualTo(Math.sqrt(2), within(1e-9));
        assertThat(figures.get("mpi.MPI_Send.max")).isEqualTo(2 * figures.get("mpi.MPI_Send.time"), within(1e-9));
    }

    @Test
    void whatCompletesARequestIsCountedByItself() {
        Map<String, Double> figures = counted(false, 1, comm -> {
            int other = 1 - comm.rank();
            Request[] requests = {
                comm.iRecv(message(10, 0), other, TAG), comm.iSend(message(10, 0), other, TAG), comm.iBarrier()
            };
            Requests.waitAll(requests);
            Request again = comm.iBarrier();
            while (!again.test()) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(again::await).isInstanceOf(IllegalStateException.class);
            try (PersistentRequest send = comm.sendInit(message(7, 0), other, TAG);
                    PersistentRequest receive = comm.recvInit(message(7, 0), other, TAG)) {
                for (int i = 0; i < 5; i++) {
                    receive.start();
                    send.start();
                    send.await();
                    receive.await();
                }
            }
        });
        assertThat(figures)
                .containsEntry("mpi.MPI_Irecv.calls", 1.0)
                .containsEntry("mpi.MPI_Isend.bytes", 10.0)
                .containsEntry("mpi.MPI_Ibarrier.calls", 2.0)
                .containsEntry("mpi.MPI_Wait.calls", 13.0)
                .containsEntry("mpi.MPI_Start.calls", 10.0)
                .containsEntry("mpi.MPI_Start.messages", 5.0)
                .containsEntry("mpi.MPI_Start.bytes", 35.0);
        assertThat(figures.get("mpi.MPI_Test.calls")).isGreaterThanOrEqualTo(1);
    }

    @Test
    void whatComesOfACommunicatorIsCountedWithIt() {
        Map<String, Double> figures = counted(false, 1, comm -> {
            try (Communicator duplicate = comm.duplicate();
                    Communicator part = comm.split(0, 0).orElseThrow()) {
                duplicate.barrier();
                part.barrier();
            }
            ByteBuffer token = message(1, 0);
            if (comm.rank() == 0) {
                comm.share().send(token, 1, TAG);
            } else {
                comm.share().recv(token, 0, TAG);
            }
            assertThat(comm.share()).isSameAs(comm.share());
        });
        assertThat(figures)
                .containsEntry("mpi.MPI_Barrier.calls", 2.0)
                .containsEntry("mpi.MPI_Comm_dup.calls", 1.0)
                .containsEntry("mpi.MPI_Comm_split.calls", 1.0)
                .containsEntry("mpi.MPI_Send.calls", 0.5)
                .containsEntry("mpi.MPI_Recv.calls", 0.5);
    }

    @Test
    void aBeginningForgetsWhatWasBefore() {
        Ranks.run(1, comm -> {
            MpiProfile profile = new MpiProfile(true);
            Communicator counting = profile.of(comm);
            counting.bcast(message(1000, 0), 0);
            profile.begin();
            List<MpiProfile.Figure> none = profile.figures(List.of(profile.counted(1)), 1);
            assertThat(none).extracting(MpiProfile.Figure::name).containsExactly("mpi.app", "mpi.crc");
            assertThat(none.get(1).value()).isZero();
            counting.bcast(message(10, 0), 0);
            assertThat(profile.figures(List.of(profile.counted(1)), 1))
                    .filteredOn(figure -> figure.name().endsWith("most"))
                    .extracting(MpiProfile.Figure::value)
                    .containsExactly(10.0);
        });
    }

    /** Two messages from rank 0 to rank 1, received by requests that are completed in one order or the other. */
    private static double checksum(int first, int second, int tag, int bytes, boolean lastFirst) {
        return counted(true, 1, comm -> {
                    if (comm.rank() == 0) {
                        comm.send(message(bytes, first), 1, tag);
                        comm.send(message(bytes, second), 1, TAG);
                    } else {
                        ByteBuffer[] into = {message(64, 0), message(64, 0)};
                        Request[] requests = {comm.iRecv(into[0], 0, tag), comm.iRecv(into[1], 0, TAG)};
                        requests[lastFirst ? 1 : 0].await();
                        requests[lastFirst ? 0 : 1].await();
                    }
                    comm.allGather(message(4, first), message(8, 0));
                })
                .get("mpi.crc");
    }

    @Test
    void aChecksumIsOfContentOrderTagAndLengthAndOfNothingElse() {
        double checksum = checksum(1, 2, TAG, 10, false);
        assertThat(checksum(1, 2, TAG, 10, false)).isEqualTo(checksum);
        assertThat(checksum(1, 2, TAG, 10, true)).isEqualTo(checksum);
        assertThat(List.of(
                        checksum(1, 3, TAG, 10, false),
                        checksum(2, 1, TAG, 10, false),
                        checksum(1, 2, 4, 10, false),
                        checksum(1, 2, TAG, 11, false)))
                .doesNotContain(checksum)
                .doesNotHaveDuplicates();
    }

    @Test
    void countingAllocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Ranks.run(2, comm -> {
            Communicator counting = new MpiProfile(false).of(comm);
            ByteBuffer out = message(10, 0);
            ByteBuffer in = message(10, 0);
            Request[] requests = new Request[2];
            int other = 1 - comm.rank();
            long before = 0;
            int runs = 300;
            for (int i = 0; i < 2 * runs; i++) {
                if (i == runs) {
                    before = threads.getCurrentThreadAllocatedBytes();
                }
                requests[0] = counting.iRecv(in, other, TAG);
                requests[1] = counting.iSend(out, other, TAG);
                Requests.waitAll(requests);
                counting.bcast(in, 0);
            }
            // Compilation on the side may leave a little.
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16L * runs);
        });
    }

    @Test
    void onlyWhatIsThereCanBeAskedFor() {
        System.setProperty(MpiProfile.PROPERTY, "all");
        try {
            assertThatThrownBy(MpiProfile::asked)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(MpiProfile.PROPERTY, "calls or crc", "'all'");
        } finally {
            System.clearProperty(MpiProfile.PROPERTY);
        }
        assertThat(MpiProfile.asked()).isEmpty();
    }
}
