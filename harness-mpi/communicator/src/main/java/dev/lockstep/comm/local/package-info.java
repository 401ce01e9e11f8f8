/**
 * The communicator {@code local}: ranks are threads of one JVM and messages go through its memory.
 *
 * <p>Each ordered pair of ranks of a communicator has a lock-free ring with one producer and one consumer
 * ({@link dev.lockstep.comm.local.Channel}). Small messages are copied into it and out again (eager); of large ones
 * only a reference passes, and the receiver copies from the sender's buffer (rendezvous). Matching is MPI's: a queue of
 * posted receives and a queue of unexpected messages, both private to the receiving rank
 * ({@link dev.lockstep.comm.local.Mailbox}). Blocking collectives read the other ranks' buffers in place, between two
 * flags per rank ({@link dev.lockstep.comm.local.SlotCollectives}); non-blocking ones are messages on rings of their
 * own ({@link dev.lockstep.comm.support.LinearCommunicator}). Both follow the same plan of what goes where
 * ({@link dev.lockstep.comm.support.Movement}). Nothing takes a lock, and nothing is allocated in steady state. Threads that
 * share a communicator take turns at their rank's queues, and wait without one
 * ({@link dev.lockstep.comm.local.LocalShare}).
 *
 * <p>Progress is made inside calls, on the calling thread, and as in MPI for all communicators that the thread used
 * last.
 */
package dev.lockstep.comm.local;
