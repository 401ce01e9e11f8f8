/**
 * Communicators of plain processes over non-blocking sockets, without MPI, after E. Gabriel, "Influence of the Progress
 * Engine on the Performance of Asynchronous Communication Libraries", technical report UH-CS-10-02, University of Houston,
 * 2010. {@code push} sends a message at once; {@code pull} keeps it until its receiver asks for it, and answers in its next
 * call, so a rank must go on calling until all have asked: the harness does not see to that yet, and does not offer it. One
 * function makes progress on all sockets, at least once in each call and again and again in each wait; no thread does it
 * ({@link dev.lockstep.comm.sockets.Engine}). Sockets are connected on demand ({@link dev.lockstep.comm.sockets.Handshakes}).
 *
 * <p>Options: {@code writeInterest=always} asks each time whether sockets can be written to, as the report's library does,
 * and {@code queued} only while something waits; {@code progress=auto}, {@code spin}, {@code yield} or a time such as
 * {@code 10us} says how often a wait makes progress; {@code idle} connects sockets by which nothing ever comes;
 * {@code timeout} ends a wait after so many seconds, and 0 never; {@code log} says how much of what was sent {@code pull}
 * keeps, in KiB.
 */
package dev.lockstep.comm.sockets;
