/**
 * The request for a run, and its result: options and their checks, benchmarks and cells, progress. The classes here run
 * in the host's JVM only.
 */
package dev.lockstep.harness.run;
