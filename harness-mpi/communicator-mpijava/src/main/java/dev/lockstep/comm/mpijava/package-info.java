/**
 * Communicators over the mpiJava 1.2 API (package {@code mpi}, shared by name with Open MPI's bindings, whose
 * signatures differ: never both on one class path): {@link dev.lockstep.comm.mpijava.MpjProvider mpj}, {@link
 * dev.lockstep.comm.mpijava.MulticoreProvider mpj-multicore} and {@link dev.lockstep.comm.mpijava.FastMpjProvider
 * fastmpj}. {@link dev.lockstep.comm.mpijava.MpjRun} starts their processes, with Lockstep or without.
 *
 * <p>The providers load without the library; {@link dev.lockstep.comm.mpijava.LibrarySearch} finds it. Sources for what
 * lies below: "mpiJava 1.2: API Specification" (Carpenter, Fox, Ko, Lim; 1999), and MPJ Express 0.44.
 */
package dev.lockstep.comm.mpijava;
