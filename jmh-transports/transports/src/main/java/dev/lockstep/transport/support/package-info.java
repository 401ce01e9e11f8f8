/**
 * What several transports share: addresses of TCP and how connections begin, timeouts, turns of threads, calls that no interrupt
 * breaks off, folders, and whether a library is there.
 */
package dev.lockstep.transport.support;
