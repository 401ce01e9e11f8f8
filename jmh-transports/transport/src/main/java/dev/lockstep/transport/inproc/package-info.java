/** The reference transport: {@code inproc}, whose peers are in one JVM. */
package dev.lockstep.transport.inproc;
