/**
 * What several transports share: addresses of TCP and how connections begin, timeouts, pauses, numbers with a unit, turns of threads, daemons, calls that no
 * interrupt breaks off, questions of a line, folders, and whether a library is there.
 */
package dev.lockstep.transport.support;
