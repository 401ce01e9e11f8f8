/**
 * Message passing between ranks: {@link dev.lockstep.comm.Communicator} and what its operations speak of.
 *
 * <p>The names and meanings are MPI's (MPI: A Message-Passing Interface Standard, 4.1 and 5.0). Implementations are
 * found by {@link dev.lockstep.comm.spi.Communicators}; the one that ships here, {@code local}, makes ranks of threads.
 */
package dev.lockstep.comm;
