package dev.lockstep.codec;

import dev.lockstep.spi.Provider;
import java.util.Map;
import java.util.Optional;

/**
 * A way to encode: a library with one configuration. Its availability says the library and its version.
 *
 * @implSpec All that is declared is known without a codec being made, and never changes.
 */
public interface CodecProvider extends Provider {

    /** The description that both ends need besides the classes themselves. */
    Schema schema();

    /**
     * The capabilities that its codecs lack.
     *
     * @return a reason for each; empty if all are there
     */
    Map<Capability, String> unsupported();

    /**
     * The reason why it has no codec for a type, in particular for one of {@link dev.lockstep.codec.payload.Payloads};
     * empty if it has one.
     */
    Optional<String> unclaimed(Class<?> type);

    /**
     * Makes a codec, which belongs to the caller and shares nothing with others that can be seen.
     *
     * @param <T> the objects' type
     * @throws IllegalArgumentException if the type is not claimed; the message has the reason
     */
    <T> Codec<T> codec(Class<T> type);
}
