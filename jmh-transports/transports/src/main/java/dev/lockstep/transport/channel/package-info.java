/**
 * Channels of the JDK, over TCP ({@code nio}) and over Unix domain sockets ({@code uds}): a connection to each peer that
 * is written to, and one selector loop, run by the thread that receives, over all that are read from.
 *
 * <p>Bytes are those of {@code socket}: four that begin a connection, then each message with its length in front.
 */
package dev.lockstep.transport.channel;
