/**
 * Plans and conducts a run: which cells, in what order, how many operations each, and what is written down about them. The classes here run in the
 * host's JVM only.
 */
package dev.lockstep.harness.run;
