/**
 * Many ranks at once: one benchmark class for each collective of a {@link dev.lockstep.comm.Communicator}.
 *
 * <p>All start each operation together by {@link dev.lockstep.harness.Synchronised}, run a fixed number of operations
 * (collectives hang when ranks disagree about it), and have known contents checked on every rank by
 * {@link dev.lockstep.collectives.KnownContents} or {@link dev.lockstep.collectives.StragglerCheck}. Sizes are the
 * parameter {@code bytes}.
 *
 * <p>Warm-up is long in iterations because iterations are short: a thousand small messages take a fraction of a
 * millisecond, and it takes a tenth of a second until the code is compiled and the system has put each rank on a core
 * of its own. Until then, and whenever something else wants the core, a score is twenty times as high (JDK 17, 2 cores,
 * November 2026).
 *
 * <p>Sources: S. Ekanayake and G. Fox, "Evaluation of Java Message Passing in High Performance Data Analytics" (2014),
 * figure 1, for allreduce of floats; OSU Micro-Benchmarks 7.4 ({@code osu_allreduce}, {@code osu_alltoall},
 * {@code osu_bcast}, {@code osu_barrier}) for the synchronisation before each operation.
 */
package dev.lockstep.collectives;
