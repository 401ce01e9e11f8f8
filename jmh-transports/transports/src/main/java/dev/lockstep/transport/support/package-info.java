/** What several transports share: addresses of TCP and how connections begin, timeouts, turns of threads, calls that no interrupt breaks off, and folders. */
package dev.lockstep.transport.support;
