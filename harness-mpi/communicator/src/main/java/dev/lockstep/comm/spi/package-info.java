/** The provision of {@link dev.lockstep.comm.Communicator}s: how implementations are found and opened. */
package dev.lockstep.comm.spi;
