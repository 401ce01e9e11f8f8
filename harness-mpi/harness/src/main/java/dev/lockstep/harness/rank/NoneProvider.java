package dev.lockstep.harness.rank;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Ranks without MPI: rank, size, exchange of small values and barrier come from the harness's relay, and there is no message passing. For benchmarks that bring a transport of
 * their own, such as sockets ({@link dev.lockstep.harness.OwnTransport}).
 */
public final class NoneProvider implements CommunicatorProvider {
    /** Its name. */
    public static final String NAME = "none";

    /** All but a duplicate, which is only another name. */
    static final Map<Capability, String> LACKING = EnumSet.complementOf(EnumSet.of(Capability.DUPLICATE)).stream()
            .collect(Collectors.toUnmodifiableMap(
                    lacking -> lacking,
                    lacking -> "comm=none has no message passing, only rank, size, barrier and Rank.exchange"));

    /** The constructor for {@link java.util.ServiceLoader}. */
    public NoneProvider() {
        // Nothing to look for.
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "processes without MPI, for benchmarks with a transport of their own";
    }

    @Override
    public boolean ranksAreThreads() {
        return false;
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain("-", "Lockstep's own relay");
    }

    @Override
    public Map<Capability, String> unsupported() {
        return LACKING;
    }

    /** Not without the relay of a launch. */
    @Override
    public World open(WorldOptions options) {
        return new RelayWorld(
                options,
                options.peers()
                        .orElseThrow(() -> new IllegalStateException("comm=" + NAME
                                + " needs the harness's relay: run it with 'lockstep run', or add '-prof ranks' to JMH's"
                                + " command line")));
    }
}
