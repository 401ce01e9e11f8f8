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
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Prints for each kind of operation how many bytes it allocates once the JIT has seen it, by the JVM's own count for this thread. Two
 * ranks; heap and direct buffers. Each operation is asked in turns, until it allocates nothing or the turns are used up.
 */
final class Allocated {
    private static final int TURNS = 30;
    private static final int OPERATIONS = 5_000;

    private Allocated() {}

    public static void main(String[] args) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (World world = Mpi.join(1)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            operations(comm).forEach((name, operation) -> {
                double least = Double.MAX_VALUE;
                for (int turn = 0; turn < TURNS; turn++) {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < OPERATIONS; i++) {
                        operation.run();
                    }
                    least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / (double) OPERATIONS);
                }
                System.out.printf(Locale.ROOT, "allocated rank %d %s: %.3f%n", comm.rank(), name, least);
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
