/**
 * Collectives that are written over the messages of any communicator between two ranks. JDK alone.
 *
 * <p>{@link dev.lockstep.collectives.algorithms.AlgorithmCollectives} runs them; an enum for each collective names its
 * algorithms, and a {@link dev.lockstep.collectives.algorithms.Choice} picks one for each call. Behind them stand a
 * class for each idea, which several collectives share: a ring, binomial trees, recursive doubling and halving, a
 * chain.
 *
 * <p>Sources are named where an algorithm is. Most stand also in R. Thakur, R. Rabenseifner, W. Gropp: Optimization of
 * collective communication operations in MPICH, Int. J. High Performance Computing Applications 19(1), 2005; "Thakur
 * 2005" below.
 */
package dev.lockstep.collectives.algorithms;
