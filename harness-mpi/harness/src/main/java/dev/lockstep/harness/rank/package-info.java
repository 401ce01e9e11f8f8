/** What runs inside a rank's JVM: its main class, its place among the others, and its link to the relay. */
package dev.lockstep.harness.rank;
