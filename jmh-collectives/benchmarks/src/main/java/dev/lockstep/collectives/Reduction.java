package dev.lockstep.collectives;

import org.openjdk.jmh.annotations.Param;

/** A collective that combines elements. */
public abstract class Reduction extends Collective {
    /** The elements: {@code int}, {@code long}, {@code float} or {@code double}. */
    @Param("float")
    String type;

    /** How two elements become one: {@code sum}, {@code min}, {@code max} or {@code prod}. */
    @Param("sum")
    String op;

    /** Reads what elements are, before {@link #prepare}. */
    final void combine() {
        elements = CollectiveRule.type(type);
        reduction = CollectiveRule.op(op);
    }
}
