/** The clauses of the contract, and the buffers, calls and assertions that they share; they know nothing of launches. */
package dev.lockstep.comm.testkit.clauses;
