/**
 * HTTP/1.1 (RFC 9112) without TLS, by the JDK's client and server: a message is a request.
 */
package dev.lockstep.transport.http;
