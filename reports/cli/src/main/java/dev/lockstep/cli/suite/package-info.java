/** What {@code lockstep bench} measures. */
package dev.lockstep.cli.suite;
