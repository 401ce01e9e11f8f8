import dev.lockstep.harness.relay.RanksProfiler;

/**
 * The name {@code -prof ranks}: JMH finds a profiler that is not its own by canonical class name, and a class without a
 * package is the only one whose name is one word.
 */
public final class ranks extends RanksProfiler {
    /** The constructor for {@link java.util.ServiceLoader}. */
    public ranks() {
        this("");
    }

    /**
     * Called by JMH.
     *
     * @param line see {@link RanksProfiler#RanksProfiler}
     */
    public ranks(String line) {
        super(line);
    }
}
