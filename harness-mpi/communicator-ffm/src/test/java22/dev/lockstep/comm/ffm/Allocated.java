package dev.lockstep.comm.ffm;

import com.sun.management.ThreadMXBean;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.PersistentRequest;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.spi.World;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prints for each kind of operation how many bytes 2,000 of them allocate on two ranks together once the JIT has seen them, by the
 * JVM's own count for the thread, on heap and on direct buffers. Operations run in turns, until one allocates nothing.
 */
final class Allocated {
    private static final int TURNS = 100;
    private static final int OPERATIONS = 2_000;

    private Allocated() {}

    public static void main(String[] args) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (World world = Mpi.join(1)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            ByteBuffer sum = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
            operations(comm).forEach((name, operation) -> {
                long allocated = 1;
                for (int turn = 0; turn < TURNS && allocated > 0; turn++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < OPERATIONS; i++) {
                        operation.run();
                    }
                    sum.putLong(0, threads.getCurrentThreadAllocatedBytes() - before);
                    // Both go on as long as one allocates.
                    comm.allReduce(Communicator.IN_PLACE, sum, Datatype.LONG, ReduceOp.SUM);
                    allocated = sum.getLong(0);
                }
                if (comm.rank() == 0) {
                    System.out.println(name + ": " + allocated);
                }
            });
        }
    }

    private static Map<String, Runnable> operations(Communicator comm) {
        Map<String, Runnable> all = new LinkedHashMap<>();
        int peer = comm.size() - 1 - comm.rank();
        for (boolean direct : new boolean[] {true, false}) {
            String kind = direct ? "direct" : "heap";
            ByteBuffer out = buffer(direct);
            ByteBuffer in = buffer(direct);
            Status status = new Status();
            all.put(kind + " send and recv", () -> {
                if (comm.rank() == 0) {
                    comm.send(out, peer, 1);
                    comm.recv(in, peer, 1);
                } else {
                    comm.recv(in, peer, 1);
                    comm.send(out, peer, 1);
                }
            });
            all.put(kind + " sendRecv with a status", () -> comm.sendRecv(out, peer, 1, in, peer, 1, status));
            all.put(kind + " iSend and iRecv", () -> {
                Request receiving = comm.iRecv(in, peer, 1);
                Request sending = comm.iSend(out, peer, 1);
                receiving.await(status);
                sending.await();
            });
            PersistentRequest receive = comm.recvInit(in, peer, 2);
            PersistentRequest send = comm.sendInit(out, peer, 2);
            all.put(kind + " persistent", () -> {
                receive.start();
                send.start();
                send.await();
                receive.await(status);
            });
            all.put(kind + " allReduce", () -> comm.allReduce(out, in, Datatype.FLOAT, ReduceOp.SUM));
            all.put(kind + " iBcast", () -> comm.iBcast(in, 0).await());
            int[] counts = {32, 32};
            int[] displacements = {0, 32};
            all.put(kind + " allToAllv", () -> comm.allToAllv(out, counts, displacements, in, counts, displacements));
            all.put(
                    kind + " iAllToAllv",
                    () -> comm.iAllToAllv(out, counts, displacements, in, counts, displacements)
                            .await());
        }
        return all;
    }

    private static ByteBuffer buffer(boolean direct) {
        return direct ? ByteBuffer.allocateDirect(64) : ByteBuffer.allocate(64);
    }
}
