package dev.lockstep.codec.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Reported;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;

class ReportedTest {
    @Test
    void benchmarksDeclareWhatTheReportShowsOfThem() {
        Map<String, String> stages = Stream.of(
                        EncodeBenchmark.class,
                        DecodeBenchmark.class,
                        RoundTripBenchmark.class,
                        StagesBenchmark.class,
                        CallSitesBenchmark.class)
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .peek(method -> assertThat(method.getAnnotation(Reported.class).section())
                        .isEqualTo("serialization"))
                .collect(Collectors.toMap(
                        ReportedTest::name,
                        method -> method.getAnnotation(Reported.class).stage()));
        // The report knows runs by these names that are older than the declaration.
        assertThat(stages)
                .containsOnly(
                        Map.entry("EncodeBenchmark.encode", "encode"),
                        Map.entry("DecodeBenchmark.decode", "decode"),
                        Map.entry("RoundTripBenchmark.roundTrip", "round-trip"),
                        Map.entry("StagesBenchmark.toForm", "to-form"),
                        Map.entry("StagesBenchmark.toBytes", "to-bytes"),
                        Map.entry("StagesBenchmark.formOf", "form-of"),
                        Map.entry("StagesBenchmark.fromForm", "from-form"),
                        Map.entry("StagesBenchmark.encode", "encode-stages"),
                        Map.entry("StagesBenchmark.decode", "decode-stages"),
                        Map.entry("CallSitesBenchmark.encodeDecode", "mixture"));
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
