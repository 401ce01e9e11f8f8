package dev.lockstep.transport.ring;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * Two rings between two peers: for messages, and for answers to requests.
 *
 * @param messages memory of the one
 * @param answers memory of the other
 * @param alive whether the other peer's process is there; asked a few times a second
 * @param gone frees what this side has of it; called once
 */
public record RingLink(ByteBuffer messages, ByteBuffer answers, BooleanSupplier alive, Runnable gone) {}
