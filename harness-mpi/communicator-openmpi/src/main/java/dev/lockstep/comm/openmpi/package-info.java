/**
 * The communicator {@code openmpi}: Open MPI's own Java bindings (package {@code mpi}, JNI).
 *
 * <p>{@link dev.lockstep.comm.openmpi.OpenMpiProvider} loads without {@code mpi.jar};
 * {@link dev.lockstep.comm.openmpi.InstallationSearch} finds it and the rest. Two habits of the bindings (ompi/mpi/java
 * of Open MPI 4.1.4) shape what lies on top: they take a direct buffer's address and ignore its position, so there is a
 * cache of slices; and they refuse heap buffers in non-blocking calls, so those are copied through
 * {@linkplain dev.lockstep.comm.spi.Staging direct ones}.
 */
package dev.lockstep.comm.openmpi;
