/**
 * The entry point and the commands, each a class. The only packages that see both harness and reports are this and
 * those below.
 */
package dev.lockstep.cli;
