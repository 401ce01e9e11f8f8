/**
 * gRPC over HTTP/2 without TLS, and within a process. Messages are bytes as they are: no object is encoded around them. {@link
 * dev.lockstep.transport.grpc.GrpcTransport} loads without gRPC; it says then that it is missing.
 */
package dev.lockstep.transport.grpc;
