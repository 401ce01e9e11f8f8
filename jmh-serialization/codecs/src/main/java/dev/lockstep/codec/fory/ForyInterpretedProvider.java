package dev.lockstep.codec.fory;

/** {@code fory-interpreted}: without code generated at run time. */
public final class ForyInterpretedProvider extends AbstractForyProvider {

    /** For the service loader. */
    public ForyInterpretedProvider() {
        super("fory-interpreted", "Apache Fory, without generated code", false);
    }
}
