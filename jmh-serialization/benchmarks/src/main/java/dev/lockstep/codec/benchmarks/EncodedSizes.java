package dev.lockstep.codec.benchmarks;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler of JMH: how many bytes the encoding has that is being timed, plain ({@code encoded.bytes}), compressed by
 * deflate ({@code encoded.deflate}, zlib's level 6 and frame) and by Zstandard ({@code encoded.zstd}, level 3, its
 * default).
 *
 * <p>It encodes once, by a codec of its own, after the first iteration, which is one of warm-up. Under plain JMH:
 * {@code -prof dev.lockstep.codec.benchmarks.EncodedSizes}.
 */
public final class EncodedSizes implements InternalProfiler {
    /** The name after {@code -prof}. */
    public static final String NAME = "dev.lockstep.codec.benchmarks.EncodedSizes";

    private static final int ZSTD_LEVEL = 3;

    private List<Result<?>> sizes = List.of();

    @Override
    public String getDescription() {
        return "Bytes of what a codec's benchmark encodes, plain and compressed";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // Nothing is measured within an iteration.
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (sizes.isEmpty()) {
            sizes = sizes(benchmark.getParam("codec"), benchmark.getParam("payload"));
        }
        return sizes;
    }

    private static List<Result<?>> sizes(String codec, String payload) {
        if (codec == null || payload == null) {
            throw new IllegalStateException(
                    "EncodedSizes is for benchmarks with the parameters codec and payload; take it off the others");
        }
        Choice choice = Choice.of(codec, payload);
        ByteBuffer encoded = choice.open().encode(choice.value(0));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return List.of(
                size("encoded.bytes", bytes.length),
                size("encoded.deflate", deflated(bytes)),
                size("encoded.zstd", Zstd.compress(bytes, ZSTD_LEVEL).length));
    }

    private static int deflated(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(compressed)) {
            deflater.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return compressed.size();
    }

    private static Result<?> size(String name, int bytes) {
        return new ScalarResult(name, bytes, "B", AggregationPolicy.AVG);
    }
}
