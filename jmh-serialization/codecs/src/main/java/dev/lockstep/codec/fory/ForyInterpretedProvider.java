package dev.lockstep.codec.fory;

/** The codec {@code fory-interpreted}: Fory without code generated at run time. */
public final class ForyInterpretedProvider extends AbstractForyProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public ForyInterpretedProvider() {
        super("fory-interpreted", "Apache Fory, without generated code", false);
    }
}
