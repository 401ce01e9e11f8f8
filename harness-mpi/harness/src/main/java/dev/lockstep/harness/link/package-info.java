/**
 * The protocol between a rank and the relay: a mutual proof that both hold the job's key, then frames. Nothing here is
 * a serialized object; those travel as opaque bytes inside {@code DATA} frames and are read by the relay only after the
 * proof.
 */
package dev.lockstep.harness.link;
