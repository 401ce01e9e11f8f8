/**
 * The reference column, {@code comm=c}: the operations of benchmarks that name a
 * {@link dev.lockstep.harness.Reference}, in C, timed as JMH and the harness time those in Java. The program is the
 * resource {@code reference.c}. It is built once for each MPI with that one's own {@code mpicc}, started by the same
 * launchers as ranks that are JVMs, and says on standard output what it found.
 */
package dev.lockstep.harness.reference;
