/**
 * Many ranks at once: a benchmark for each collective of a {@link dev.lockstep.comm.Communicator}, and one for overlap.
 *
 * <p>All start each operation together by {@link dev.lockstep.harness.Synchronised}, run a fixed number of operations
 * (collectives hang when ranks disagree about it), and have known contents checked on every rank. A collective is one
 * class: its call, and by {@link dev.lockstep.collectives.Shape} who gives and gets what; buffers, contents and what
 * changes from one operation to the next are {@link dev.lockstep.collectives.Collective}'s. Each runs under plain JMH,
 * {@code java -jar jmh-collectives/benchmarks/target/benchmarks.jar collectives.AllReduce -t 4}, with ranks that are threads; and by
 * {@code ./lockstep run AllReduce --comm local,openmpi --ranks 2}, threads and MPI ranks side by side. A score is the mean
 * over ranks, OSU's "Avg"; the slowest rank decides how fast a program goes on. More ranks than cores measure the scheduler.
 *
 * <p>Warm-up is long in iterations because iterations are short: it takes a tenth of a second until the code is compiled
 * and each rank has a core of its own; until then a score is twenty times as high (JDK 17, 2 cores, November 2026).
 *
 * <p>Sources: S. Ekanayake and G. Fox, "Evaluation of Java Message Passing in High Performance Data Analytics" (2014),
 * figure 1, for allreduce of floats; OSU Micro-Benchmarks 7.4 ({@code osu_allreduce} and its like) for the synchronisation
 * before each operation; Intel MPI Benchmarks for {@code -off_cache}, here {@code reuse=rotated}.
 */
package dev.lockstep.collectives;
