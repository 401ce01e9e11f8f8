package dev.lockstep.codec;

import java.util.Map;
import java.util.Optional;

/**
 * One way to encode, found by {@link java.util.ServiceLoader}: a library, set up in one way.
 *
 * @implSpec Loading and constructing the class must succeed in any JVM, also where the library is missing or does not support the JVM;
 *     {@link #availability()} then says so. All that is declared is known without a codec being made, and never changes.
 */
public interface CodecProvider {

    /**
     * What users write to choose it.
     *
     * @return a short lower-case word, for example {@code kryo}; hyphens are welcome
     */
    String name();

    /**
     * One line for lists.
     *
     * @return what it is
     */
    String description();

    /**
     * Whether it can be used here.
     *
     * @return the library and its version, or why not and what to do
     */
    Availability availability();

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
