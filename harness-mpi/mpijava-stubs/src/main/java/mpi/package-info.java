/**
 * The signatures of the part of the mpiJava 1.2 API that Lockstep calls, in our own words. Compiled against, never run
 * and never published: at run time MPJ Express's or FastMPJ's jar stands in their place. No field is a compile-time
 * constant, because the compiler would copy its value into the caller.
 */
package mpi;
