/** Collectives that are written over the messages of any communicator between two ranks. JDK alone. */
package dev.lockstep.collectives.algorithms;
