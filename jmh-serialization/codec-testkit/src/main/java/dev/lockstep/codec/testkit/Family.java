package dev.lockstep.codec.testkit;

import dev.lockstep.codec.Capability;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Objects of one type to test with.
 *
 * @param <T> their type
 * @param name for the names of tests
 * @param type of the objects
 * @param plain without a null where one is not expected, at least two and no two of them equal; the first has all
 *     optional fields, and few bytes
 * @param withNulls objects that only codecs with a capability take
 * @param same whether the decoded object equals the encoded one
 */
record Family<T>(
        String name, Class<T> type, List<T> plain, Map<Capability, List<T>> withNulls, BiPredicate<T, T> same) {

    T first() {
        return plain.get(0);
    }
}
