package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's codec, of one class and a service file, on the class path as {@code --cp} puts it there. */
class OutsiderCodecTest {
    private static final String CODEC = """
            package org.other;
            import dev.lockstep.codec.*;
            import dev.lockstep.codec.payload.NumericBlock;
            import dev.lockstep.spi.Availability;
            import java.nio.ByteBuffer;
            import java.util.*;
            public class Mine implements CodecProvider, Codec<NumericBlock> {
                public String name() { return "mine"; }
                public String description() { return "numbers and nothing else"; }
                public Availability availability() { return new Availability.Available("my library 1.0"); }
                public Schema schema() { return Schema.WRITTEN; }
                public Map<Capability, String> unsupported() { return Map.of(Capability.REUSED_INSTANCES, "not yet"); }
                public Optional<String> unclaimed(Class<?> type) {
                    return type == NumericBlock.class ? Optional.empty() : Optional.of("I send numbers");
                }
                @SuppressWarnings("unchecked")
                public <T> Codec<T> codec(Class<T> type) { return (Codec<T>) this; }
                public ByteBuffer encode(NumericBlock block) {
                    ByteBuffer bytes = ByteBuffer.allocate(8 * block.values.length);
                    for (double value : block.values) bytes.putDouble(value);
                    return bytes.flip();
                }
                public NumericBlock decode(ByteBuffer source) {
                    NumericBlock block = new NumericBlock();
                    block.values = new double[source.remaining() / 8];
                    for (int i = 0; i < block.values.length; i++) block.values[i] = source.getDouble();
                    return block;
                }
            }
            """;

    @TempDir
    private static Path scratch;

    private static ClassLoader before;

    @BeforeAll
    static void bringIt() throws Exception {
        Path source = Files.writeString(scratch.resolve("Mine.java"), CODEC);
        Path classes = scratch.resolve("classes");
        String[] arguments = {"-proc:none", "-d", classes.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                .isZero();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.lockstep.codec.CodecProvider"), "org.other.Mine\n");
        before = Thread.currentThread().getContextClassLoader();
        URL[] urls = {classes.toUri().toURL()};
        Thread.currentThread().setContextClassLoader(new URLClassLoader(urls, before));
    }

    @AfterAll
    static void takeItAway() throws Exception {
        ((URLClassLoader) Thread.currentThread().getContextClassLoader()).close();
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void isListedBesideOurs() {
        assertThat(Typed.good("list codecs"))
                .contains("mine               numbers and nothing else", "    available: my library 1.0")
                .contains("    not for ping, command, media, log, records: I send numbers")
                .contains("json-string", "kryo", "empty");
        Typed.line("run EncodeBenchmark -p codec=nope --dry-run")
                .refused("no codec is called 'nope'; there are ", "mine", "json-string");
    }

    @Test
    void isMeasuredOnWhatItClaimsAndLeftOutElsewhere() {
        Typed typed = Typed.line("run \\.EncodeBenchmark|\\.DecodeBenchmark -p codec=mine,written"
                        + " -p payload=ping,doubles-16 --dry-run")
                .ended(0);
        assertThat(typed.out())
                .contains("EncodeBenchmark.encode avgt buffer=fresh codec=mine payload=doubles-16")
                .contains("EncodeBenchmark.encode avgt buffer=fresh codec=written payload=ping")
                .contains("DecodeBenchmark.decode avgt codec=written instance=reused")
                .doesNotContain("codec=mine payload=ping", "codec=mine instance=reused");
        assertThat(typed.err())
                .contains(
                        "DecodeBenchmark.decode, EncodeBenchmark.encode with codec=mine payload=ping: codec mine does not")
                .contains(
                        "DecodeBenchmark.decode with codec=mine instance=reused payload=doubles-16: codec mine has no");
    }
}
