/** The run itself: pilots, launches of JMH forks and of the C reference, and the loop over them. It begins with {@link dev.lockstep.harness.execute.LockstepRunner}. */
package dev.lockstep.harness.execute;
