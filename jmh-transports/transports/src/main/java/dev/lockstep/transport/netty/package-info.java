/**
 * Netty 4.2, with and without TLS. {@link dev.lockstep.transport.netty.NettyTransport} and {@link
 * dev.lockstep.transport.netty.NettyTlsTransport} load without Netty; they say then that it is missing.
 */
package dev.lockstep.transport.netty;
