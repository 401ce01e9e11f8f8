/**
 * Blocking {@link java.net.Socket}s: {@code socket} keeps a connection open, {@code socket-open-close} opens one for each
 * message. The thread that receives reads the socket itself.
 *
 * <p>A connection begins with four bytes that strangers are unlikely to say; then each message has its length in front,
 * of four bytes. What does not begin so, or names a length that cannot be, is hung up on.
 */
package dev.lockstep.transport.socket;
