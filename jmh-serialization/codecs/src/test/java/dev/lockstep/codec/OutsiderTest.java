package dev.lockstep.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.lockstep.spi.Availability;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Somebody else's project: a codec of one class and a service file, and the contract that it passes, or not. */
class OutsiderTest {
    private static final String CODEC = """
            package org.other;
            import dev.lockstep.codec.*;
            import dev.lockstep.codec.payload.NumericBlock;
            import dev.lockstep.spi.Availability;
            import java.nio.BufferUnderflowException;
            import java.nio.ByteBuffer;
            import java.util.*;
            public class MyCodec implements CodecProvider, Codec<NumericBlock> {
                public String name() { return "mine"; }
                public String description() { return "numbers and nothing else"; }
                public Availability availability() { return new Availability.Available("my library 1.0"); }
                public Schema schema() { return Schema.WRITTEN; }
                public Map<Capability, String> unsupported() {
                    return Map.of(
                            Capability.NULL_LISTS, "there is always a block",
                            Capability.REUSED_BUFFERS, "not yet",
                            Capability.REUSED_INSTANCES, "not yet");
                }
                public Optional<String> unclaimed(Class<?> type) {
                    return type == NumericBlock.class ? Optional.empty() : Optional.of("I send numbers");
                }
                @SuppressWarnings("unchecked")
                public <T> Codec<T> codec(Class<T> type) {
                    if (type != NumericBlock.class) throw new IllegalArgumentException("I send numbers");
                    return (Codec<T>) this;
                }
                public ByteBuffer encode(NumericBlock block) {
                    if (block == null || block.values == null) throw new CodecException("no numbers");
                    ByteBuffer bytes = ByteBuffer.allocate(8 * block.values.length);
                    for (double value : block.values) bytes.putDouble(value);
                    return bytes.flip();
                }
                public NumericBlock decode(ByteBuffer source) {
                    if (source.remaining() % 8 != 0) throw new CodecException("not a multiple of 8");
                    NumericBlock block = new NumericBlock();
                    block.values = new double[source.remaining() / 8];
                    ByteBuffer bytes = source.duplicate();
                    for (int i = 0; i < block.values.length; i++) block.values[i] = bytes.getDouble();
                    source.position(source.limit());
                    return block;
                }
            }
            """;

    private static final String TEST = """
            package org.other;
            import dev.lockstep.codec.CodecProvider;
            import dev.lockstep.codec.Codecs;
            import dev.lockstep.codec.testkit.CodecContract;
            public class MyCodecTest extends CodecContract {
                protected CodecProvider provider() { return Codecs.discover().find("mine").orElseThrow(); }
            }
            """;

    @TempDir
    Path project;

    private Path classes;

    @BeforeEach
    void addServiceFile() throws IOException {
        classes = project.resolve("classes");
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.lockstep.codec.CodecProvider"), "org.other.MyCodec\n");
    }

    private void compile(String... sources) throws IOException {
        Path folder = Files.createDirectories(project.resolve("org/other"));
        StringWriter said = new StringWriter();
        for (String source : sources) {
            String name = source.replaceAll("(?s).*public class (\\w+).*", "$1");
            Path file = Files.writeString(folder.resolve(name + ".java"), source);
            String classPath = System.getProperty("java.class.path") + File.pathSeparator + classes;
            int exit = ToolProvider.findFirst("javac")
                    .orElseThrow()
                    .run(
                            new PrintWriter(said),
                            new PrintWriter(said),
                            "-d",
                            classes.toString(),
                            "-cp",
                            classPath,
                            file.toString());
            assertThat(exit).as(said.toString()).isZero();
        }
    }

    private SummaryGeneratingListener test() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(loader.loadClass("org.other.MyCodecTest")))
                    .build();
            LauncherFactory.create().execute(request, listener);
            return listener;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void oneClassAndAServiceFileMakeACodecThatPassesTheContract() throws Exception {
        compile(CODEC, TEST);
        SummaryGeneratingListener result = test();
        assertThat(result.getSummary().getFailures()).isEmpty();
        assertThat(result.getSummary().getTestsSucceededCount()).isGreaterThan(20);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(Codecs.discover(loader).names()).contains("mine", "kryo", "json-string", "written");
        }
    }

    @Test
    void aMistakeIsFound() throws Exception {
        compile(CODEC.replace("CodecException(\"not a", "IllegalStateException(\"not a"), TEST);
        assertThat(test().getSummary().getFailures())
                .extracting(failure -> failure.getTestIdentifier().getDisplayName())
                .contains("numbers: truncated bytes do no harm");
    }

    @Test
    void allOfOursAreDiscovered() {
        Codecs found = Codecs.discover();
        assertThat(found.broken()).isEmpty();
        assertThat(found.names())
                .containsExactly(
                        "avro",
                        "cbor",
                        "flatbuffers",
                        "fory",
                        "fory-interpreted",
                        "java",
                        "json",
                        "json-blackbird",
                        "json-string",
                        "kryo",
                        "kryo-unregistered",
                        "msgpack",
                        "protobuf",
                        "sbe",
                        "smile",
                        "written");
        assertThat(found.providers())
                .allSatisfy(p -> assertThat(p.availability()).as(p.name()).isInstanceOf(Availability.Available.class));
    }
}
