/**
 * The start of a launch's processes: launchers, and the script that JMH runs in place of a JVM.
 *
 * <p>JMH gives no way to set the environment of its fork, so a generated script sets it: it lies in a folder only its
 * owner may read, takes the key from a file only its owner may read, and has the launcher forward it by name. Each
 * process then starts with {@code rank-exec.sh}, handed over as text so that no host needs a file of ours.
 */
package dev.lockstep.harness.launch;
