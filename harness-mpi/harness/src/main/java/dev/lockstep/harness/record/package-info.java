/** The files of a run: written while it is under way, and read again when it is resumed or merged. */
package dev.lockstep.harness.record;
