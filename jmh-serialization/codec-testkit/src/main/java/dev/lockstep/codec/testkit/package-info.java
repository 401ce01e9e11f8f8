/**
 * The contract of {@link dev.lockstep.codec.Codec}, clause by clause, for everyone who implements one: extend
 * {@link dev.lockstep.codec.testkit.CodecContract} and name the provider.
 *
 * <p>What a provider declares is checked both ways. A type or a null that it does not take must be refused, and what it
 * promises must hold. None of the clauses depends on time to pass: time only bounds how long a codec that hangs is
 * waited for.
 */
package dev.lockstep.codec.testkit;
