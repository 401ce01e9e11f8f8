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
 * @param plain without a null where one is not expected, at least two and no two of them equal; the first has all that is optional, and
 *     few bytes
 * @param withNulls what only codecs with a capability take
 * @param same whether what came out is what went in
 */
record Family<T>(
        String name, Class<T> type, List<T> plain, Map<Capability, List<T>> withNulls, BiPredicate<T, T> same) {

    T first() {
        return plain.get(0);
    }
}
