/** What several transports share: addresses of TCP and how connections begin, timeouts, and turns of threads. */
package dev.lockstep.transport.support;
