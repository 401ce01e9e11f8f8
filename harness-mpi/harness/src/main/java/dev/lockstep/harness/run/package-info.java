/**
 * What a run is asked for and what it answers: options and their builder, cells, progress, the summary and the exceptions. Nothing here measures; {@link
 * dev.lockstep.harness.execute.LockstepRunner} does.
 */
package dev.lockstep.harness.run;
