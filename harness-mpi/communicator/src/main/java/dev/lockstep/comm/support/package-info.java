/**
 * What communicators that are written in Java share: requests that are pooled, point-to-point operations made of them, and
 * linear collectives made of messages (each rank exchanges with each other directly, and combines in the order of ranks).
 * An implementation extends {@link dev.lockstep.comm.support.LinearCommunicator}.
 */
package dev.lockstep.comm.support;
