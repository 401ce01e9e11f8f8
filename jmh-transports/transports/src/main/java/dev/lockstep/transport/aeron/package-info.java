/**
 * Aeron over shared memory and over UDP. A media driver for each host, in a process that hosts it or in one of its own, has
 * its folder below the launch's; all endpoints of a process share one client of it. {@link
 * dev.lockstep.transport.aeron.AeronIpcTransport} loads without Aeron; it says then that it is missing.
 *
 * <p>A connection is an exclusive publication, and its first message says hello: where answers go. An endpoint is a
 * subscription, and a counter of the driver's that says in its label at which address: so whoever connects by the same driver
 * sees at once that nobody is there, and an address belongs to one endpoint. A stream of memory is never used by two; who comes
 * to a port of UDP in the middle of what was said to another is turned away.
 *
 * <p>Aeron unmaps buffers without asking whether a thread reads them, which ends the JVM. So a guard
 * knows who is inside, and closing waits for it.
 */
package dev.lockstep.transport.aeron;
