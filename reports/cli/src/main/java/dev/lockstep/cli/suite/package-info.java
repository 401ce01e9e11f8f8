/** The suite of {@code lockstep bench}. */
package dev.lockstep.cli.suite;
