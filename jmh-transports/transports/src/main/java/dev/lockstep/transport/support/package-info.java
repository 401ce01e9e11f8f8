/** What several transports share: addresses of TCP, and how connections begin. */
package dev.lockstep.transport.support;
