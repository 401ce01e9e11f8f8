/** Probes of where the cores are that ranks run on: a cache line that is bounced between them, and what the system counts. */
package dev.lockstep.harness.placement;
