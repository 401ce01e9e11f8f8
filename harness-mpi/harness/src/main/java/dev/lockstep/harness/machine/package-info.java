/** Facts about the machine that a process runs on, found by the host's JVM, and by ranks elsewhere. */
package dev.lockstep.harness.machine;
