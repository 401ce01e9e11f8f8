package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.clauses.Broken;
import dev.lockstep.comm.testkit.clauses.Broken.Call;
import dev.lockstep.spi.Availability;
import java.util.concurrent.locks.LockSupport;

/** For processes of one rank each: local, but for some faults. Public, because a service must be. */
public class FaultyProvider implements CommunicatorProvider {
    @Override
    public String name() {
        return "test-faulty";
    }

    @Override
    public String description() {
        return "broken for a test";
    }

    @Override
    public boolean ranksAreThreads() {
        return false;
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain("1", "here");
    }

    @Override
    public World open(WorldOptions options) {
        return Broken.of(
                World.class,
                new LocalProvider().open(options),
                "communicator",
                call -> call.broken("duplicate", duplicate -> duplicate.broken("allocate|split", this::fail)));
    }

    /** What an argument cannot be ends the process, raises what it should not, or is waited for without end. */
    private Object fail(Call call) throws Throwable {
        if (call.name().equals("split") && call.number(0) < Communicator.UNDEFINED) {
            Runtime.getRuntime().halt(77);
        }
        if (call.name().equals("allocate") && call.number(0) < 0) {
            throw new UnsupportedOperationException("no bytes today");
        }
        if (call.name().equals("allocate") && call.number(0) == 1) {
            // As if the limit, which is a long one, were over.
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals(RankMain.WATCHDOG))
                    .forEach(Thread::interrupt);
            while (true) {
                LockSupport.park();
            }
        }
        return call.go();
    }

    /** It grants less than it is asked for, and does not say so. */
    public static final class Lowering extends FaultyProvider {
        @Override
        public String name() {
            return "test-lowering";
        }

        @Override
        public World open(WorldOptions options) {
            return Broken.of(World.class, new LocalProvider().open(options), "threadLevel", call -> "SINGLE");
        }
    }
}
