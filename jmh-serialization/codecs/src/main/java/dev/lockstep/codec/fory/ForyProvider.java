package dev.lockstep.codec.fory;

/** The codec {@code fory}: Fory with code generated at run time. */
public final class ForyProvider extends AbstractForyProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public ForyProvider() {
        super("fory", "Apache Fory, classes registered", true);
    }
}
