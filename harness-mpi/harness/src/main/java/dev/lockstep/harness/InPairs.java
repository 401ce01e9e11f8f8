package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a benchmark whose ranks exchange messages in pairs, rank 2i with rank 2i + 1, and wait for nobody else. Its distribution
 * has, for each operation of each pair, the longer time of the two; without the mark all ranks are taken to meet in each
 * operation, as in a collective, and the longest time of all counts.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface InPairs {}
