/**
 * The signatures of the part of Open MPI's Java bindings that Lockstep calls, in our own words. Compiled against, never
 * run and never published: at run time {@code mpi.jar} stands in their place. No field is a compile-time constant,
 * because the compiler would copy its value into the caller.
 */
package mpi;
