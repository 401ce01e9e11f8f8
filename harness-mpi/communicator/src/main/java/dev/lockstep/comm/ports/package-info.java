/** Checks on ports that anybody may connect to: who is there, how many, and for how long. */
package dev.lockstep.comm.ports;
