package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names JMH's profilers that a benchmark's launches always have: for secondary metrics that belong to its results. They
 * must do their work between iterations, as {@code gc} does, for what they do within one is part of its time. Plain JMH
 * takes them by {@code -prof} only.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Profiled {
    /** The profilers' names, as after JMH's {@code -prof}, without options. */
    String[] value();
}
