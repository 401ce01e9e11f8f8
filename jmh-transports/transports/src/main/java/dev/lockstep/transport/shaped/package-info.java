/** A link of a bounded rate and with a delay, for transports over TCP: a proxy that stands for a switch and the links to it. */
package dev.lockstep.transport.shaped;
