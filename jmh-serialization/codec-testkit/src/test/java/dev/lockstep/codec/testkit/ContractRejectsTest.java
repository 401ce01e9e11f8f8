package dev.lockstep.codec.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.StagedCodec;
import dev.lockstep.codec.payload.Command;
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
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.AssertionFailedError;

/** For each clause a codec that breaks it, and is caught by it. */
class ContractRejectsTest {
    private static final String LAX = "maxarray=200000;maxbytes=2000000";

    @AfterEach
    void resetTheTrap() {
        System.clearProperty(Trapped.class.getName());
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("ping: what goes in comes out", Unfaithful::new),
                fault("ping: what goes in comes out", Sharing::new),
                fault("ping: streams do as buffers do", Closing::new),
                fault("ping: streams do as buffers do", Hasty::new),
                fault("ping: one codec's bytes are another's", Secretive::new),
                fault("ping: the stages do as the whole", Stumbling::new),
                fault("ping: threads share an instance", Racing::new),
                fault("ping: buffers are filled from position on", Overrunning::new),
                fault("ping: buffers are filled from position on", Turning::new),
                fault("ping: buffers are read from position to limit", Leaving::new),
                fault("ping: a buffer that is too small is refused", Squeezing::new),
                fault("ping: a buffer that is refused stays where it was", Moving::new),
                fault("ping: null is refused", Nullable::new),
                fault("log: null fields come back", Emptying::new),
                declared("log: null fields are refused", Capability.NULL_FIELDS),
                declared("media: null elements are refused", Capability.NULL_ELEMENTS),
                declared("numbers: null lists are refused", Capability.NULL_LISTS),
                declared("graph: cycles are refused", Capability.CYCLES),
                fault("ping: truncated bytes do no harm", Crashing::new),
                fault("ping: flipped bits do no harm", Greedy::new),
                fault("ping: random bytes do no harm", Crashing::new),
                fault("ping: lengths that lie do no harm", Believing::new),
                fault("command: names of other classes do no harm", inner -> inner, LAX),
                fault("ping: a buffer is used again and again", Growing::new),
                promised("ping: decoding into an object", Capability.REUSED_INSTANCES),
                promised("numbers: a buffer is all the memory that encoding needs", Capability.REUSED_BUFFERS),
                promised("command: a later version reads an earlier one", Capability.EVOLUTION),
                promised("command: an earlier version reads a later one", Capability.EVOLUTION),
                fault("graph: a graph of any depth comes back or is refused", Overflowing::new),
                fault("graph: cycles come back", Unrolling::new),
                Arguments.of("ping: not claimed, and refused", new Reference() {
                    @Override
                    public Optional<String> unclaimed(Class<?> type) {
                        return type == PingMessage.class ? Optional.of("no pings") : Optional.empty();
                    }
                }),
                Arguments.of("some type is claimed", new Reference() {
                    @Override
                    public Optional<String> unclaimed(Class<?> type) {
                        return Optional.of("nothing today");
                    }
                }),
                Arguments.of("the provider has a name and a description", new Reference() {
                    @Override
                    public String name() {
                        return "My Codec";
                    }
                }),
                Arguments.of("the provider is available", new Reference() {
                    @Override
                    public Availability availability() {
                        return new Availability.Unavailable("it is gone", "get it");
                    }
                }),
                Arguments.of("what is lacking has its reasons", new Reference() {
                    @Override
                    public Map<Capability, String> unsupported() {
                        return Map.of(Capability.CYCLES, " ");
                    }
                }));
    }

    private static Arguments fault(String clause, UnaryOperator<Codec<Object>> breaking) {
        return fault(
                clause, breaking, "maxdepth=500;" + LAX + ";dev.lockstep.codec.payload.**;java.util.*;java.lang.*;!*");
    }

    private static Arguments fault(String clause, UnaryOperator<Codec<Object>> breaking, String filter) {
        return Arguments.of(clause, new Reference() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> Codec<T> codec(Class<T> type) {
                return (Codec<T>) breaking.apply((Codec<Object>) new Serialized<>(type, filter));
            }
        });
    }

    /** Says that something is lacking which is there. */
    private static Arguments declared(String clause, Capability capability) {
        return declaring(clause, Map.of(capability, "out of spite"));
    }

    /** Does not say what is lacking. */
    private static Arguments promised(String clause, Capability capability) {
        Map<Capability, String> all = new HashMap<>(new Reference().unsupported());
        assertThat(all.remove(capability)).isNotNull();
        return declaring(clause, all);
    }

    private static Arguments declaring(String clause, Map<Capability, String> unsupported) {
        return Arguments.of(clause, new Reference() {
            @Override
            public Map<Capability, String> unsupported() {
                return unsupported;
            }
        });
    }

    @ParameterizedTest
    @MethodSource("faults")
    void isCaught(String name, CodecProvider broken) {
        Clause clause = Clauses.of(broken).stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
        Throwable caught = null;
        try {
            clause.check().run();
        } catch (Exception | Error e) {
            caught = e;
        }
        assertThat(caught).as(name).isNotNull();
    }

    @Test
    void aCodecThatHangsIsGivenUp() throws Throwable {
        CodecContract contract = new CodecContract() {
            @Override
            protected CodecProvider provider() {
                return (CodecProvider) fault("", Hanging::new).get()[1];
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
        Throwable caught = null;
        try {
            hanging.getExecutable().execute();
        } catch (AssertionFailedError e) {
            caught = e;
        }
        assertThat(caught).hasMessageContaining("timed out");
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

    private static final class Unfaithful extends Wrapped {
        Unfaithful(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            Object value = inner.decode(source);
            if (value instanceof PingMessage ping) {
                ping.receiver.host = ping.receiver.host.replace("\ud83d\ude80", "?");
            }
            return value;
        }
    }

    private static final class Sharing extends Wrapped {
        private final byte[] shared = new byte[1 << 20];

        Sharing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            return ByteBuffer.wrap(shared).put(inner.encode(value)).flip();
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
        private final byte secret = (byte) System.identityHashCode(this);

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

    private static final class Racing extends Wrapped {
        private volatile Object current;

        Racing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            current = value;
            Thread.yield();
            return inner.encode(current);
        }
    }

    private static final class Overrunning extends Wrapped {
        Overrunning(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public void encode(Object value, ByteBuffer target) {
            super.encode(value, target);
            if (target.limit() < target.capacity()) {
                target.duplicate().limit(target.capacity()).put(target.limit(), (byte) 0);
            }
        }
    }

    private static final class Turning extends Wrapped {
        Turning(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public void encode(Object value, ByteBuffer target) {
            super.encode(value, target.order(ByteOrder.BIG_ENDIAN));
        }
    }

    private static final class Leaving extends Wrapped {
        Leaving(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            return inner.decode(source.duplicate());
        }
    }

    private static final class Squeezing extends Wrapped {
        Squeezing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public void encode(Object value, ByteBuffer target) {
            byte[] bytes = Expect.copy(inner.encode(value));
            target.put(bytes, 0, Math.min(bytes.length, target.remaining()));
        }
    }

    private static final class Moving extends Wrapped {
        Moving(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            try {
                return inner.decode(source);
            } finally {
                source.position(source.limit());
            }
        }
    }

    private static final class Nullable extends Wrapped {
        Nullable(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            return value == null ? ByteBuffer.allocate(0) : inner.encode(value);
        }
    }

    private static final class Emptying extends Wrapped {
        Emptying(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            Object value = inner.decode(source);
            if (value instanceof LogRecord log && log.throwable == null) {
                log.throwable = "";
            }
            return value;
        }
    }

    private static final class Crashing extends Wrapped {
        Crashing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            try {
                return inner.decode(source);
            } catch (CodecException e) {
                throw new ArrayIndexOutOfBoundsException();
            }
        }
    }

    private static final class Greedy extends Wrapped {
        Greedy(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            int length = source.getInt(source.limit() - 4) & 0x7ffffff;
            return length == new byte[length].length ? inner.decode(source) : null;
        }
    }

    /** As Kryo did: of an array that is named it believes the length, and the JVM's error becomes an exception like any other. */
    private static final class Believing extends Wrapped {
        Believing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public Object decode(ByteBuffer source) {
            byte[] bytes = new byte[source.remaining()];
            source.duplicate().get(bytes);
            try {
                boolean named = new String(bytes, StandardCharsets.ISO_8859_1).startsWith("\1\1\0[\u00c9\1");
                return named ? new int[Integer.MAX_VALUE] : inner.decode(source);
            } catch (OutOfMemoryError e) {
                throw new CodecException("cannot decode", new IllegalStateException(e));
            }
        }
    }

    private static final class Growing extends Wrapped {
        private int used;

        Growing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public void encode(Object value, ByteBuffer target) {
            super.encode(++used > 20 ? PingMessage.of(used) : value, target);
        }
    }

    private static final class Overflowing extends Wrapped {
        Overflowing(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            try {
                return inner.encode(value);
            } catch (CodecException e) {
                throw (Error) e.getCause();
            }
        }
    }

    private static final class Unrolling extends Wrapped {
        Unrolling(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            return inner.encode(value instanceof GraphNode ? GraphNode.chain(30) : value);
        }
    }

    private static final class Hanging extends Wrapped {
        Hanging(Codec<Object> inner) {
            super(inner);
        }

        @Override
        public ByteBuffer encode(Object value) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return inner.encode(Command.of(1));
        }
    }
}
