package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the kernel of the C reference that does the same as a {@code @Benchmark} method: {@code ping-pong},
 * {@code tcp-ping-pong} (the same over TCP, on one host), {@code bandwidth}, {@code allreduce}, {@code bcast},
 * {@code alltoall} or {@code barrier}. With {@code comm=c} that kernel is run in place of the method; a benchmark without
 * one is left out there.
 *
 * <p>The kernel takes its message size from the benchmark's parameter {@code bytes}, and nothing else of it:
 * combinations where {@code buffer} is not {@code direct}, or with several threads per rank, are left out.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Reference {
    /** The kernel's name. */
    String value();
}
