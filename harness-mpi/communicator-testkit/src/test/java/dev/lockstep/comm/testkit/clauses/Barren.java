package dev.lockstep.comm.testkit.clauses;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A communicator that has nothing but a place and a barrier, and says so. */
final class Barren implements Communicator {
    static final Map<Capability, String> UNSUPPORTED = Arrays.stream(Capability.values())
            .collect(Collectors.toMap(Function.identity(), capability -> "nobody here has " + capability));

    private final Communicator to;

    Barren(Communicator to) {
        this.to = to;
    }

    @Override
    public Map<Capability, String> unsupported() {
        return UNSUPPORTED;
    }

    @Override
    public int rank() {
        return to.rank();
    }

    @Override
    public int size() {
        return to.size();
    }

    @Override
    public ByteBuffer allocate(int bytes) {
        return to.allocate(bytes);
    }

    @Override
    public void barrier() {
        to.barrier();
    }

    @Override
    public void close() {
        to.close();
    }
}
