package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the kernel of the C reference that does the same as a {@code @Benchmark} method: {@code ping-pong},
 * {@code tcp-ping-pong} (the same over TCP, on one host), {@code persistent-ping-pong},
 * {@code probed-ping-pong}, {@code bandwidth}, {@code bidirectional-bandwidth}, {@code barrier}, {@code bcast},
 * {@code gather}, {@code gatherv}, {@code scatter}, {@code scatterv}, {@code allgather}, {@code allgatherv},
 * {@code alltoall}, {@code alltoallv}, {@code reduce}, {@code allreduce}, {@code reduce-scatter},
 * {@code reduce-scatter-block}, {@code scan} or {@code exscan}. With {@code comm=c} that kernel is run in place of the
 * method; a benchmark without one is left out there.
 *
 * <p>The kernel takes the benchmark's parameter {@code bytes}, and of a collective also {@code root}, {@code type},
 * {@code op}, {@code inPlace}, {@code reuse}, {@code blocks}, {@code sync} and {@code late}, by the names of these benchmarks:
 * combinations where {@code buffer} is not {@code direct}, or with several threads per rank, are left out.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Reference {
    /** The kernel's name. */
    String value();
}
