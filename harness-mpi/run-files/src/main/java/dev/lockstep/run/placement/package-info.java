/** Placements of cores, found by probes, and which iterations count by them (docs/method.md, Placements). */
package dev.lockstep.run.placement;
