package dev.lockstep.codec.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PayloadsTest {

    @Test
    void areFoundByName() {
        assertThat(Payloads.all())
                .extracting(Payload::name)
                .containsExactly(
                        "ping", "command", "media", "doubles-16", "doubles-1024", "doubles-65536", "log", "records");
        assertThat(Payloads.all())
                .allSatisfy(
                        p -> assertThat(Payloads.find(p.name()).orElseThrow()).isSameAs(p));
        assertThat(Payloads.find("nothing")).isEmpty();
    }

    @Test
    void seedDecidesTheContents() {
        for (Payload<?> payload : Payloads.all()) {
            assertThat(payload.of(1)).isInstanceOf(payload.type()).isEqualTo(payload.of(1));
            assertThat(payload.of(1)).hasSameHashCodeAs(payload.of(1));
            assertThat(payload.of(1)).isNotEqualTo(payload.of(2)).isNotEqualTo(payload.name());
        }
    }

    /** Sealed: a number that changes here makes older results another benchmark's. */
    @Test
    void areTheSameOnEveryMachine() {
        Map<String, Integer> hashes = Payloads.all().stream()
                .collect(Collectors.toMap(
                        Payload::name, p -> p.of(2018).toString().hashCode()));
        assertThat(hashes)
                .isEqualTo(Map.of(
                        "command",
                        -1351834932,
                        "doubles-1024",
                        -951326207,
                        "doubles-16",
                        -734008829,
                        "doubles-65536",
                        -1705409804,
                        "log",
                        1398883465,
                        "media",
                        -1321488777,
                        "ping",
                        1796474313,
                        "records",
                        949032295));
    }

    @Test
    void everyFieldCounts() throws ReflectiveOperationException {
        for (Payload<?> payload : Payloads.all()) {
            for (long seed = 0; seed < 30; seed++) {
                Object changed = payload.of(seed);
                Object original = payload.of(seed);
                for (Object part : parts(changed)) {
                    for (Field field : fields(part)) {
                        Object before = field.get(part);
                        field.set(part, other(before, field));
                        assertThat(changed).as("another %s", field).isNotEqualTo(original);
                        field.set(part, before);
                    }
                }
                assertThat(changed).isEqualTo(original);
            }
        }
    }

    /** The object and what it is made of, of our classes; lists by their first element. */
    private static Set<Object> parts(Object whole) throws IllegalAccessException {
        Set<Object> parts = Collections.newSetFromMap(new IdentityHashMap<>());
        parts.add(whole);
        for (Field field : fields(whole)) {
            Object value = field.get(whole) instanceof List<?> list ? list.get(0) : field.get(whole);
            if (value != null
                    && !(value instanceof Enum)
                    && value.getClass().getName().startsWith("dev.lockstep.")) {
                parts.addAll(parts(value));
            }
        }
        return parts;
    }

    private static List<Field> fields(Object part) {
        return List.of(part.getClass().getFields()).stream()
                .filter(f -> !Modifier.isStatic(f.getModifiers()))
                .toList();
    }

    private static Object other(Object value, Field field) {
        if (value instanceof Integer number) {
            return number + 1;
        } else if (value instanceof Long number) {
            return number + 1;
        } else if (value instanceof Double number) {
            return number + 1;
        } else if (value instanceof Boolean flag) {
            return !flag;
        } else if (value == null) {
            return field.getType() == String.class ? "something" : new byte[0];
        }
        return null;
    }

    @Test
    void textsOfLogsAreNotAllAscii() {
        assertThat(LongStream.range(0, 50).mapToObj(seed -> LogRecord.of(seed).message))
                .anyMatch(m -> m.codePoints().anyMatch(c -> c > 0xffff))
                .anyMatch(m -> m.codePoints().allMatch(c -> c < 0x80));
    }
}
