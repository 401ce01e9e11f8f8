/**
 * Moving a message from one peer to another: what a transport is, what it promises, and how transports are found. The
 * JDK alone is used.
 *
 * <p>A {@link dev.lockstep.transport.Transport} opens an {@link dev.lockstep.transport.Endpoint} for each peer; a peer
 * that knows another's address connects to it, which gives an {@link dev.lockstep.transport.Outbox} to send by. To bring
 * a transport of your own, write these three classes and a line in
 * {@code META-INF/services/dev.lockstep.transport.Transport}. Whether it keeps its promises is checked by the contract
 * in {@code lockstep-transport-testkit}.
 *
 * <p>A message is the bytes between a buffer's position and its limit, none up to the largest that the endpoint was
 * opened for. Nothing here moves a buffer's position or limit. A transport keeps the boundaries of messages, which costs
 * it a length where what is below has none; it adds nothing else.
 */
package dev.lockstep.transport;
