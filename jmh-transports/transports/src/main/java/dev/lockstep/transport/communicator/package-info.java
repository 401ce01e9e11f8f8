/**
 * A {@link dev.lockstep.comm.Communicator} as a transport, {@code communicator}: whatever the backend is, given in the
 * setting by who opens it. A peer is a rank; its address is {@code rank:N}.
 */
package dev.lockstep.transport.communicator;
