/**
 * The contract that every transport passes, as JUnit 5 tests.
 *
 * <p>Subclass {@link dev.lockstep.transport.testkit.TransportContract} and name the transport. Each clause is a test;
 * those that need a capability which the transport {@linkplain dev.lockstep.transport.Transport#unsupported declares} to
 * lack are skipped, by name and with its reason. Where peers may be in several processes the kit starts the second one
 * itself. Every message of a clause carries its sender, a number, its length and a checksum, so that messages that are
 * lost, doubled, out of order or torn are counted apart. Where an address is a port, of byte streams or of datagrams, the
 * kit stands in between, and is a stranger there.
 */
package dev.lockstep.transport.testkit;
