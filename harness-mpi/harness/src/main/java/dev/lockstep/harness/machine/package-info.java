/** What can be found out about the machine that a process runs on: by the host's JVM, and by ranks elsewhere. */
package dev.lockstep.harness.machine;
