/**
 * ZeroMQ over TCP by JeroMQ, in pure Java: a ROUTER for each endpoint, a DEALER for each outbox, ZMTP 3 between them. {@link
 * dev.lockstep.transport.zeromq.ZeromqTransport} loads without JeroMQ; it says then that it is missing.
 *
 * <p>An endpoint has a context of its own, with one I/O thread ({@code lockstep-zeromq-iothread-2}) and one that ends sockets
 * ({@code lockstep-zeromq-reaper-1}). Messages are sent and received by the caller's thread: JeroMQ's sockets belong to one thread at
 * a time, so threads take turns. How a connection begins, and who is let in, is in {@link dev.lockstep.transport.zeromq.Peer}.
 *
 * <p>There is no PAIR: it takes one peer for each port that it is bound to, whoever comes first, a stranger too, and an endpoint has
 * one port for all who send to it. Nor is there ipc: JeroMQ 0.6.0 stands a TCP port in for it, of a number that it makes of the
 * file's name ({@code zmq.io.net.ipc.IpcAddress}).
 */
package dev.lockstep.transport.zeromq;
