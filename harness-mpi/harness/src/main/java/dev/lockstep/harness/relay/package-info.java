/**
 * Between the ranks and JMH's host: a relay that listens for the ranks of one launch, lets nobody else in, and makes of all ranks the one fork that JMH
 * expects. A rank is to JMH what a thread is: its raw results are added to the same iteration.
 */
package dev.lockstep.harness.relay;
