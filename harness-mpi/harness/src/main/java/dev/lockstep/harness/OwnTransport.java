package dev.lockstep.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a benchmark that moves its messages by a transport of its own, for example sockets: of {@link Rank#comm()} it
 * needs rank, size and barrier only, and it makes itself known to the other ranks by {@link Rank#exchange(String)}. It
 * also runs with {@code comm=none}, across processes on a machine without MPI; other benchmarks are not scheduled
 * there.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OwnTransport {}
