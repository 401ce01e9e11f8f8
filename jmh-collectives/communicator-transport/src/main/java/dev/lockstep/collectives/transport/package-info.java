/** {@code transport}: a communicator over any transport, without a line of collective code in the transport. */
package dev.lockstep.collectives.transport;
