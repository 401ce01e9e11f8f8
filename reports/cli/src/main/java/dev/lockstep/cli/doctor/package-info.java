/** The parts of {@code lockstep doctor}: which MPI library goes with which launcher and backend, and other hosts. */
package dev.lockstep.cli.doctor;
