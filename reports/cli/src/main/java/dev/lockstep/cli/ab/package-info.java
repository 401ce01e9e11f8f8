/** Measures two versions of the same benchmarks in turns on one machine, until they can be told apart. */
package dev.lockstep.cli.ab;
