package dev.lockstep.codec;

import dev.lockstep.spi.Provider;
import java.util.Map;
import java.util.Optional;

/**
 * One way to encode: a library, set up in one way. Its availability says the library and its version.
 *
 * @implSpec All that is declared is known without a codec being made, and never changes.
 */
public interface CodecProvider extends Provider {

    /**
     * What both ends need.
     *
     * @return besides the classes themselves
     */
    Schema schema();

    /**
     * What its codecs lack.
     *
     * @return a reason for each capability that is not there; empty if all are
     */
    Map<Capability, String> unsupported();

    /**
     * Which types it encodes; in particular, which of {@link dev.lockstep.codec.payload.Payloads}.
     *
     * @param type of objects
     * @return why it has no codec for them; empty if it has
     */
    Optional<String> unclaimed(Class<?> type);

    /**
     * Makes a codec, which belongs to the caller and shares nothing with others that can be seen.
     *
     * @param <T> the objects' type
     * @param type of objects
     * @return a new codec
     * @throws IllegalArgumentException if the type is not claimed; the message has the reason
     */
    <T> Codec<T> codec(Class<T> type);
}
