package ${package};

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.util.Map;

/**
 * A communicator under a name of its own: ranks are threads, and all is done by {@code local}. Put your own in its place, call by
 * call: the contract says what is not right yet.
 *
 * <pre>
 * mvn package                                                            builds it, and runs the contract
 * java -jar target/benchmarks.jar run AllReduce --comm mine,local --ranks 2
 * lockstep run AllReduce --comm mine,local --ranks 2 --cp target/${artifactId}-${version}.jar
 * </pre>
 */
public final class MyCommunicator implements CommunicatorProvider {
    private final CommunicatorProvider local = new LocalProvider();

    @Override
    public String name() {
        return "mine";
    }

    @Override
    public String description() {
        return "ranks are threads of one JVM";
    }

    /** With false, a launcher starts a process for each rank; extend LaunchedCommunicatorContract then. */
    @Override
    public boolean ranksAreThreads() {
        return true;
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain("1.0", "this JVM");
    }

    /** What it lacks is declared, with the reason; the contract leaves those clauses out. */
    @Override
    public Map<Capability, String> unsupported() {
        return local.unsupported();
    }

    @Override
    public World open(WorldOptions options) {
        return local.open(options);
    }
}
