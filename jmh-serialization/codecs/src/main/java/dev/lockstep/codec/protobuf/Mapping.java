package dev.lockstep.codec.protobuf;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.util.function.Function;

/**
 * A payload's type and its message.
 *
 * @param <T> the payload's type
 * @param <M> the message's type
 * @param toMessage from one to the other
 * @param toPayload and back
 * @param parser of messages
 */
record Mapping<T, M extends MessageLite>(Function<T, M> toMessage, Function<M, T> toPayload, Parser<M> parser) {}
