import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.ffm.Mpi;
import dev.lockstep.comm.spi.World;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Pi by the midpoint rule, each rank adding every size-th strip; and a greeting from each rank to rank 0. */
public class Pi {
    private static final int STRIPS = 10_000_000;

    public static void main(String[] args) {
        try (World world = Mpi.join(1)) {
            Communicator comm = world.communicator(world.localRanks().get(0), 0);
            ByteBuffer part = comm.allocate(Double.BYTES);
            ByteBuffer pi = comm.allocate(Double.BYTES);
            part.putDouble(0, strips(comm.rank(), comm.size()));
            comm.allReduce(part, pi, Datatype.DOUBLE, ReduceOp.SUM);
            if (comm.rank() == 0) {
                System.out.printf("pi is %.6f, say %d ranks of %s%n", pi.getDouble(0), comm.size(), world.library());
            }
            greet(comm);
        }
    }

    private static double strips(int first, int step) {
        double sum = 0;
        for (int i = first; i < STRIPS; i += step) {
            double x = (i + 0.5) / STRIPS;
            sum += 4 / (1 + x * x);
        }
        return sum / STRIPS;
    }

    private static void greet(Communicator comm) {
        if (comm.rank() > 0) {
            comm.send(ByteBuffer.wrap(("greetings from " + comm.rank()).getBytes(StandardCharsets.UTF_8)), 0, 1);
            return;
        }
        ByteBuffer text = ByteBuffer.allocate(100);
        Status status = new Status();
        for (int i = 1; i < comm.size(); i++) {
            comm.recv(text, Communicator.ANY_SOURCE, 1, status);
            System.out.println(new String(text.array(), 0, status.bytes(), StandardCharsets.UTF_8));
        }
    }
}
