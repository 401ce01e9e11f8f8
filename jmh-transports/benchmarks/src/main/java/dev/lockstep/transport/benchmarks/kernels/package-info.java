/**
 * Kernels of the literature under their own names: each is a benchmark of {@link dev.lockstep.transport.benchmarks} with the
 * counts of calls that its source makes, and runs only by its own name.
 */
package dev.lockstep.transport.benchmarks.kernels;
