/**
 * MPI by {@code java.lang.foreign}, in two layers.
 *
 * <p>The raw layer is {@code MpiLibrary} (the file and its functions), {@code MpiAbi} (how it represents handles,
 * constants and statuses: the MPI 5.0 standard ABI, or Open MPI's own before it), {@code Handles} and the {@code Raw}
 * classes (a function of MPI, a method). The rest is the safe layer: {@code FfmWorld}, {@code FfmCommunicator} and
 * their requests.
 *
 * <p>Everything but the provider and the search for the library needs JDK 22.
 *
 * <p><b>Calls.</b> A downcall passes integers and addresses alone, so nothing is allocated for it. It lets garbage
 * collection go on meanwhile. {@code Linker.Option.critical} would spare a few nanoseconds and could pass the arrays of
 * heap buffers without a copy, but a thread in a critical call holds up every safepoint of its JVM. A call that waits
 * for another rank, or that takes a lock of the library, therefore must never be critical: that rank's message may
 * depend on a thread of this JVM which stands at the safepoint. Sends, receives, waits, tests, starts and collectives
 * all may wait or lock (MPI 4.1, section 3.4, lets any send block), so none of them is; only MPI_Get_count is, which
 * looks at a status in memory. Heap buffers are copied through pooled memory.
 */
package dev.lockstep.comm.ffm;
