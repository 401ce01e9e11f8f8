/**
 * The contract of {@link dev.lockstep.comm.Communicator}, clause by clause, for everyone who implements one.
 *
 * <p>A {@link dev.lockstep.comm.testkit.clauses.Clause} is code that every rank runs with its communicator. If ranks
 * are threads, extend {@link dev.lockstep.comm.testkit.CommunicatorContract}; if they are processes,
 * {@link dev.lockstep.comm.testkit.LaunchedCommunicatorContract}. Clauses compute on messages only, so they hold across
 * hosts, and none depends on time to pass: time only bounds how long a rank that hangs is waited for.
 */
package dev.lockstep.comm.testkit;
