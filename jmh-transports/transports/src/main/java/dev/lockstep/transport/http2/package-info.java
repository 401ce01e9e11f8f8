/**
 * HTTP/2 (RFC 9113) without TLS, by Jetty's client and server: a message is a request. {@link
 * dev.lockstep.transport.http2.Http2Transport} loads without Jetty; it says then that it is missing.
 */
package dev.lockstep.transport.http2;
