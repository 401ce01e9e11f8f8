/**
 * Apache Fory's own Java format, with code that it generates at run time and without.
 *
 * <p>Set up as its authors recommend (fory.apache.org, "Java Serialization Guide"): the format for Java alone where
 * only Java reads it; one {@code Fory} used again and again; classes registered, which is also what keeps strangers'
 * classes out; no compatibility between versions where both ends are of the same. References are tracked only where a
 * graph needs it, because they cost.
 */
package dev.lockstep.codec.fory;
