package dev.lockstep.reports.regression;

import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * What a comparison of many rows costs: writes two result files as JMH would, reads, compares and writes JSON. Run by {@code
 * scripts/comparison-scale}.
 */
final class ComparisonScale {
    private static final int FORKS = 5;
    private static final int ITERATIONS = 5;

    private ComparisonScale() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("comparison-scale");
        int rows = Integer.parseInt(args[0]);
        Path base = write(folder.resolve("base.json"), rows, 1);
        Path head = write(folder.resolve("head.json"), rows, 2);
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = System.nanoTime();
        long cpuBefore = system.getProcessCpuTime();
        Comparison comparison = Comparison.read(base, head, Settings.DEFAULT);
        Path json = folder.resolve("comparison.json");
        try (Writer out = Files.newBufferedWriter(json)) {
            JsonWriter.write(comparison, false, out);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double cpu = (system.getProcessCpuTime() - cpuBefore) / 1e9;
        double heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
        System.out.printf(
                Locale.ROOT,
                "| %,d | 2 x %.0f MB | %.1f s | %.1f s | %.0f MB |%n",
                rows,
                Files.size(base) / 1e6,
                seconds,
                cpu,
                heap / 1e6);
        for (Path file : new Path[] {base, head, json, folder}) {
            Files.delete(file);
        }
    }

    private static Path write(Path file, int rows, long seed) throws IOException {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        try (Writer out = Files.newBufferedWriter(file)) {
            for (int row = 0; row < rows; row++) {
                String raw = random.doubles(FORKS)
                        .mapToObj(fork -> random.doubles(ITERATIONS)
                                .mapToObj(d -> String.valueOf(1 + 0.02 * fork + 0.01 * d))
                                .collect(Collectors.joining(",\n", "[\n", "\n]")))
                        .collect(Collectors.joining(",\n", "[\n", "\n]"));
                String metric = "{\"score\" : 1.0,\n\"scoreError\" : 0.01,\n\"scoreConfidence\" : [\n0.99,\n1.01\n],\n"
                        + "\"scorePercentiles\" : {\n\"0.0\" : 1.0,\n\"50.0\" : 1.0,\n\"99.0\" : 1.0,\n\"100.0\" : 1.0\n},\n"
                        + "\"scoreUnit\" : \"us/op\",\n\"rawData\" : " + raw + "\n}";
                out.write((row == 0 ? "[\n" : ",\n")
                        + "{\"jmhVersion\" : \"1.37\",\n\"benchmark\" : \"org.example.Bench"
                        + row / 100 + ".run\",\n\"mode\" : \"avgt\",\n\"threads\" : 1,\n\"forks\" : 5,\n"
                        + "\"jvm\" : \"/usr/lib/jvm/jdk-17/bin/java\",\n\"jvmArgs\" : [\n\"-Xmx512m\"\n],\n"
                        + "\"jdkVersion\" : \"17.0.19\",\n\"vmName\" : \"OpenJDK 64-Bit Server VM\",\n"
                        + "\"vmVersion\" : \"17.0.19+10\",\n\"warmupIterations\" : 5,\n\"warmupTime\" : \"1 s\",\n"
                        + "\"warmupBatchSize\" : 1,\n\"measurementIterations\" : 5,\n\"measurementTime\" : \"1 s\",\n"
                        + "\"measurementBatchSize\" : 1,\n\"params\" : {\n\"bytes\" : \"" + row % 100 + "\"\n},\n"
                        + "\"primaryMetric\" : " + metric + ",\n\"secondaryMetrics\" : {\n}\n}");
            }
            out.write("\n]\n");
        }
        return file;
    }
}
