package dev.lockstep.codec.fory;

/** {@code fory}: with code generated at run time. */
public final class ForyProvider extends AbstractForyProvider {

    /** For the service loader. */
    public ForyProvider() {
        super("fory", "Apache Fory, classes registered", true);
    }
}
