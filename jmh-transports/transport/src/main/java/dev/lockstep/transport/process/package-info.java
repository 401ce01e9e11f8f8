/** A peer, or what peers share, in a process of its own: for tests of a transport, and for benchmarks that kill one. */
package dev.lockstep.transport.process;
