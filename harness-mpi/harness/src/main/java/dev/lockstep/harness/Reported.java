package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which section of a report shows a {@code @Benchmark} method, and as what. A run records it, so that sections
 * which set several benchmarks beside each other know them by what they declare, whatever they are called. {@code
 * reports/README.md} lists the sections and their stages; what a report does not know of these it shows as any other
 * benchmark.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Reported {
    /** The section's name, for example {@code serialization}. */
    String section();

    /** The name of the part of the section's work that one operation does, for example {@code encode}. */
    String stage();
}
