package dev.lockstep.codec.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.StagedCodec;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.payload.LogRecord;
import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

/** For each clause a codec that breaks it, and what is said of it. */
class ContractRejectsTest {
    private static final String LAX = "maxarray=200000;maxbytes=2000000";

    @AfterEach
    void resetTheTrap() {
        System.clearProperty(Trapped.class.getName());
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                decoding("ping: what goes in comes out", "object 3: ", (inner, source) -> {
                    Object value = inner.decode(source);
                    if (value instanceof PingMessage ping) {
                        ping.receiver.host = ping.receiver.host.replace("\ud83d\ude80", "?");
                    }
                    return value;
                }),
                encoding("ping: what goes in comes out", "object 0: ", oneArrayForAll()),
                fault("ping: streams do as buffers do", "the stream was closed", Closing::new),
                fault("ping: streams do as buffers do", "cannot decode", Hasty::new),
                fault("ping: one codec's bytes are another's", "not mine", Secretive::new),
                fault("ping: the stages do as the whole", "to the form and back", Stumbling::new),
                encoding("ping: threads share an instance", "among threads", oneFieldForAll()),
                filling("ping: buffers are filled from position on", "written behind the", (inner, value, target) -> {
                    inner.encode(value, target);
                    if (target.limit() < target.capacity()) {
                        target.duplicate().limit(target.capacity()).put(target.limit(), (byte) 0);
                    }
                }),
                filling(
                        "ping: buffers are filled from position on",
                        "the byte order was changed",
                        (inner, value, target) -> inner.encode(value, target.order(ByteOrder.BIG_ENDIAN))),
                decoding(
                        "ping: buffers are read from position to limit",
                        "bytes were not read",
                        (inner, source) -> inner.decode(source.duplicate())),
                filling("ping: a buffer that is too small is refused", "not refused", (inner, value, target) -> {
                    byte[] bytes = Expect.copy(inner.encode(value));
                    target.put(bytes, 0, Math.min(bytes.length, target.remaining()));
                }),
                decoding("ping: a buffer that is refused stays where it was", "the position is", (inner, source) -> {
                    try {
                        return inner.decode(source);
                    } finally {
                        source.position(source.limit());
                    }
                }),
                encoding(
                        "ping: null is refused",
                        "encoding null: not refused",
                        (inner, value) -> value == null ? ByteBuffer.allocate(0) : inner.encode(value)),
                decoding("log: null fields come back", "with a null", (inner, source) -> {
                    Object value = inner.decode(source);
                    if (value instanceof LogRecord log && log.throwable == null) {
                        log.throwable = "";
                    }
                    return value;
                }),
                declared("log: null fields are refused", Capability.NULL_FIELDS),
                declared("media: null elements are refused", Capability.NULL_ELEMENTS),
                declared("numbers: null lists are refused", Capability.NULL_LISTS),
                declared("graph: cycles are refused", Capability.CYCLES),
                decoding("ping: truncated bytes do no harm", "ArrayIndexOutOfBounds", ContractRejectsTest::crashing),
                decoding("ping: flipped bits do no harm", "bytes of memory were taken", (inner, source) -> {
                    int length = source.getInt(source.limit() - 4) & 0x7ffffff;
                    return length == new byte[length].length ? inner.decode(source) : null;
                }),
                decoding("ping: random bytes do no harm", "ArrayIndexOutOfBounds", ContractRejectsTest::crashing),
                decoding("ping: lengths that lie do no harm", "OutOfMemoryError", ContractRejectsTest::believing),
                fault("command: names of other classes do no harm", "was initialised", inner -> inner, LAX),
                filling("ping: a buffer is used again and again", "by a buffer used before", anotherAfter(20)),
                promised("ping: decoding into an object", "was not reused", Capability.REUSED_INSTANCES),
                promised(
                        "numbers: a buffer is all the memory that encoding needs",
                        "bytes of memory were taken",
                        Capability.REUSED_BUFFERS),
                promised("command: a later version reads an earlier one", "cannot decode", Capability.EVOLUTION),
                promised("command: an earlier version reads a later one", "cannot decode", Capability.EVOLUTION),
                encoding(
                        "graph: a graph of any depth comes back or is refused",
                        "the stack overflows",
                        (inner, value) -> {
                            try {
                                return inner.encode(value);
                            } catch (CodecException e) {
                                throw (Error) e.getCause();
                            }
                        }),
                encoding(
                        "graph: cycles come back",
                        "a ring of 1",
                        (inner, value) -> inner.encode(value instanceof GraphNode ? GraphNode.chain(30) : value)),
                Arguments.of("ping: not claimed, and refused", "which is not claimed", new Reference() {
                    @Override
                    public Optional<String> unclaimed(Class<?> type) {
                        return type == PingMessage.class ? Optional.of("no pings") : Optional.empty();
                    }
                }),
                Arguments.of("some type is claimed", "none of the payloads is claimed", new Reference() {
                    @Override
                    public Optional<String> unclaimed(Class<?> type) {
                        return Optional.of("nothing today");
                    }
                }),
                Arguments.of("the provider has a name and a description", "not a short lower-case", new Reference() {
                    @Override
                    public String name() {
                        return "My Codec";
                    }
                }),
                Arguments.of("the provider is available", "it is gone", new Reference() {
                    @Override
                    public Availability availability() {
                        return new Availability.Unavailable("it is gone", "get it");
                    }
                }),
                Arguments.of("what is lacking has its reasons", "CYCLES is not one line", new Reference() {
                    @Override
                    public Map<Capability, String> unsupported() {
                        return Map.of(Capability.CYCLES, " ");
                    }
                }));
    }

    /** What a codec does in place of the one inside it. */
    private interface Encoding {
        ByteBuffer encode(Codec<Object> inner, Object value);
    }

    private interface Decoding {
        Object decode(Codec<Object> inner, ByteBuffer source);
    }

    private interface Filling {
        void encode(Codec<Object> inner, Object value, ByteBuffer target);
    }

    private static Arguments encoding(String clause, String why, Encoding broken) {
        return fault(clause, why, inner -> new Wrapped(inner) {
            @Override
            public ByteBuffer encode(Object value) {
                return broken.encode(inner, value);
            }
        });
    }

    private static Arguments decoding(String clause, String why, Decoding broken) {
        return fault(clause, why, inner -> new Wrapped(inner) {
            @Override
            public Object decode(ByteBuffer source) {
                return broken.decode(inner, source);
            }
        });
    }

    private static Arguments filling(String clause, String why, Filling broken) {
        return fault(clause, why, inner -> new Wrapped(inner) {
            @Override
            public void encode(Object value, ByteBuffer target) {
                broken.encode(inner, value, target);
            }
        });
    }

    private static Arguments fault(String clause, String why, UnaryOperator<Codec<Object>> breaking) {
        String filter = "maxdepth=500;" + LAX + ";dev.lockstep.codec.payload.**;java.util.*;java.lang.*;!*";
        return fault(clause, why, breaking, filter);
    }

    private static Arguments fault(String clause, String why, UnaryOperator<Codec<Object>> breaking, String filter) {
        return Arguments.of(clause, why, broken(breaking, filter));
    }

    private static CodecProvider broken(UnaryOperator<Codec<Object>> breaking, String filter) {
        return new Reference() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> Codec<T> codec(Class<T> type) {
                return (Codec<T>) breaking.apply((Codec<Object>) new Serialized<>(type, filter));
            }
        };
    }

    /** Says that something is lacking which is there. */
    private static Arguments declared(String clause, Capability capability) {
        return declaring(clause, "not refused", Map.of(capability, "out of spite"));
    }

    /** Does not say what is lacking. */
    private static Arguments promised(String clause, String why, Capability capability) {
        Map<Capability, String> all = new HashMap<>(new Reference().unsupported());
        assertThat(all.remove(capability)).isNotNull();
        return declaring(clause, why, all);
    }

    private static Arguments declaring(String clause, String why, Map<Capability, String> unsupported) {
        return Arguments.of(clause, why, new Reference() {
            @Override
            public Map<Capability, String> unsupported() {
                return unsupported;
            }
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("faults")
    void isCaught(String name, String why, CodecProvider broken) {
        Clause clause = Clauses.of(broken).stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> clause.check().run()).hasMessageContaining(why);
    }

    @Test
    void aCodecThatHangsIsGivenUp() {
        CodecContract contract = new CodecContract() {
            @Override
            protected CodecProvider provider() {
                return broken(Hanging::new, LAX);
            }

            @Override
            protected Duration limit() {
                return Duration.ofMillis(50);
            }
        };
        DynamicTest hanging = contract.contract()
                .map(DynamicTest.class::cast)
                .filter(test -> test.getDisplayName().equals("ping: what goes in comes out"))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> hanging.getExecutable().execute())
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("timed out");
    }

    private static Encoding oneArrayForAll() {
        byte[] shared = new byte[1 << 20];
        return (inner, value) ->
                ByteBuffer.wrap(shared).put(inner.encode(value)).flip();
    }

    /** The clause's four threads meet here, each with a value of its own, and find that of the last. */
    private static Encoding oneFieldForAll() {
        AtomicReference<Object> field = new AtomicReference<>();
        CountDownLatch met = new CountDownLatch(4);
        return (inner, value) -> {
            field.set(value);
            met.countDown();
            await(met);
            return inner.encode(field.get());
        };
    }

    private static Filling anotherAfter(int calls) {
        AtomicInteger used = new AtomicInteger();
        return (inner, value, target) ->
                inner.encode(used.incrementAndGet() > calls ? PingMessage.of(used.get()) : value, target);
    }

    private static Object crashing(Codec<Object> inner, ByteBuffer source) {
        try {
            return inner.decode(source);
        } catch (CodecException e) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }

    /** As Kryo did: of an array that is named it believes the length, and the JVM's error becomes an exception like any other. */
    private static Object believing(Codec<Object> inner, ByteBuffer source) {
        String bytes = new String(Expect.copy(source), StandardCharsets.ISO_8859_1);
        try {
            return bytes.startsWith("\1\1\0[\u00c9\1") ? new int[Integer.MAX_VALUE] : inner.decode(source);
        } catch (OutOfMemoryError e) {
            throw new CodecException("cannot decode", new IllegalStateException(e));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does as another does. */
    private static class Wrapped implements Codec<Object> {
        final Codec<Object> inner;

        Wrapped(Codec<Object> inner) {
            this.inner = inner;
        }

        @Override
        public ByteBuffer encode(Object value) {
            return inner.encode(value);
        }

        @Override
        public Object decode(ByteBuffer source) {
            return inner.decode(source);
        }
    }

    private static final class Closing extends Wrapped {
        Closing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public void encode(Object value, OutputStream target) throws IOException {
            super.encode(value, target);
            target.close();
        }
    }

    private static final class Hasty extends Wrapped {
        Hasty(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(InputStream source) throws IOException {
            byte[] bytes = new byte[1 << 20];
            return decode(ByteBuffer.wrap(bytes, 0, source.read(bytes)));
        }
    }

    private static final class Secretive extends Wrapped {
        private static final AtomicInteger SECRETS = new AtomicInteger();

        private final byte secret = (byte) SECRETS.incrementAndGet();

        Secretive(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            byte[] bytes = Expect.copy(inner.encode(value));
            return ByteBuffer.allocate(bytes.length + 1).put(secret).put(bytes).flip();
        }

        @Override
        public Object decode(ByteBuffer source) {
            if (source.get() != secret) {
                throw new CodecException("not mine");
            }
            return inner.decode(source);
        }
    }

    private static final class Stumbling extends Wrapped implements StagedCodec<Object, Object> {
        Stumbling(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public String form() {
            return "itself";
        }

        @Override
        public Object toForm(Object value) {
            return value;
        }

        @Override
        public ByteBuffer toBytes(Object form) {
            return inner.encode(form);
        }

        @Override
        public Object formOf(ByteBuffer source) {
            return inner.decode(source);
        }

        @Override
        public Object fromForm(Object form) {
            return PingMessage.of(1);
        }

        @Override
        public ByteBuffer encode(Object value) {
            return inner.encode(value);
        }

        @Override
        public Object decode(ByteBuffer source) {
            return inner.decode(source);
        }
    }

    private static final class Hanging extends Wrapped {
        Hanging(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            await(new CountDownLatch(1));
            return inner.encode(value);
        }
    }
}
