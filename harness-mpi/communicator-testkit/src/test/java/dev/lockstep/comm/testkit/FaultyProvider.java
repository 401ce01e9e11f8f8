package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.clauses.Delegating;
import dev.lockstep.spi.Availability;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** For processes of one rank each: local, but for its buffers. Public, because a service must be. */
public abstract class FaultyProvider implements CommunicatorProvider {
    private final String name;

    FaultyProvider(String name) {
        this.name = name;
    }

    /** What goes wrong instead of an allocation of one byte. */
    abstract void fail();

    /** What its world says of a level that was granted. */
    String threadLevel(String granted) {
        return granted;
    }

    @Override
    public String name() {
        return name;
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
    public List<String> launchers() {
        return List.of();
    }

    @Override
    public Availability availability() {
        return Availability.Available.plain("1", "here");
    }

    @Override
    public World open(WorldOptions options) {
        return new FaultyWorld(new LocalProvider().open(options), this);
    }

    /** Its process dies. */
    public static final class Dying extends FaultyProvider {
        public Dying() {
            super("test-dying");
        }

        @Override
        void fail() {
            Runtime.getRuntime().halt(77);
        }
    }

    /** It waits for ever. */
    public static final class Hanging extends FaultyProvider {
        public Hanging() {
            super("test-hanging");
        }

        @Override
        void fail() {
            while (true) {
                LockSupport.park();
            }
        }
    }

    /** It raises what it should not. */
    public static final class Wrong extends FaultyProvider {
        public Wrong() {
            super("test-wrong");
        }

        @Override
        void fail() {
            throw new UnsupportedOperationException("no bytes today");
        }
    }

    /** It grants less than it is asked for, and does not say so. */
    public static final class Lowering extends FaultyProvider {
        public Lowering() {
            super("test-lowering");
        }

        @Override
        void fail() {
            // Its fault is another.
        }

        @Override
        String threadLevel(String granted) {
            return "SINGLE";
        }
    }

    private record FaultyWorld(World to, FaultyProvider fault) implements World {
        @Override
        public int size() {
            return to.size();
        }

        @Override
        public List<Integer> localRanks() {
            return List.of(0);
        }

        @Override
        public Communicator communicator(int rank, int thread) {
            return faulty(to.communicator(rank, thread));
        }

        private Communicator faulty(Communicator inner) {
            return new Delegating(inner) {
                @Override
                public Communicator duplicate() {
                    return faulty(inner.duplicate());
                }

                @Override
                public ByteBuffer allocate(int bytes) {
                    if (bytes == 1) {
                        fault.fail();
                    }
                    return inner.allocate(bytes);
                }
            };
        }

        @Override
        public String library() {
            return to.library();
        }

        @Override
        public String threadLevel() {
            return fault.threadLevel(to.threadLevel());
        }

        @Override
        public void abort(String reason) {
            to.abort(reason);
        }

        @Override
        public void close() {
            to.close();
        }
    }
}
