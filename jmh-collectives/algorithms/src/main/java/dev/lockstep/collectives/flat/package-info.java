/**
 * Collectives of ranks of one host through memory that they share, without messages. JDK alone: the memory is a buffer
 * that each rank has mapped, or one of a JVM whose threads are the ranks.
 */
package dev.lockstep.collectives.flat;
