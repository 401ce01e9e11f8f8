/** How implementations of {@link dev.lockstep.comm.Communicator} are provided, found and opened. */
package dev.lockstep.comm.spi;
