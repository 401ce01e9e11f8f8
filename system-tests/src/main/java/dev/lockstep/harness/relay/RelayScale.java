package dev.lockstep.harness.relay;

import dev.lockstep.harness.link.JobKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What the relay costs by the number of ranks: a JVM with JMH's host and the relay, and this one, which plays the ranks. The slope between a short and a long
 * launch is the cost of an iteration; start and end of a launch drop out. Run by {@code scripts/relay-scale}.
 */
public final class RelayScale {
    private static final int SHORT = 100;
    private static final int LONG = 500;
    private static final String HOST = "host";

    private RelayScale() {}

    /** Numbers of ranks; or, in the other JVM, {@code host RANKS FOLDER}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals(HOST)) {
            host(Integer.parseInt(args[1]), Path.of(args[2]));
            return;
        }
        System.out.println("ranks  CPU ms/iteration  CPU us/iteration/rank  elapsed ms/iteration  heap MiB  peak MiB");
        for (String ranks : args) {
            measure(Integer.parseInt(ranks));
        }
    }

    private static void measure(int ranks) throws IOException, InterruptedException {
        launch(ranks, SHORT);
        Figures few = launch(ranks, SHORT);
        Figures many = launch(ranks, LONG);
        double cpu = (many.cpuMillis - few.cpuMillis) / (LONG - SHORT);
        double elapsed = (many.elapsedMillis - few.elapsedMillis) / (LONG - SHORT);
        System.out.printf(
                Locale.ROOT,
                "%5d  %16.2f  %21.1f  %20.2f  %8.1f  %8.1f%n",
                ranks,
                cpu,
                1000 * cpu / ranks,
                elapsed,
                many.heapMiB,
                many.peakMiB);
    }

    /** What the host's JVM used between the first rank's coming and the last one's end. */
    private record Figures(double cpuMillis, double elapsedMillis, double heapMiB, double peakMiB) {}

    private static Figures launch(int ranks, int iterations) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("relay-scale");
        Process host = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelayScale.class.getName(),
                        HOST,
                        String.valueOf(ranks),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = host.inputReader()) {
            String[] where = said.readLine().split(" ");
            new SimulatedRanks(ranks, iterations).play(where[0], JobKey.parse(where[1]));
            String[] used = said.readLine().split(" ");
            return new Figures(
                    Double.parseDouble(used[0]),
                    Double.parseDouble(used[1]),
                    Double.parseDouble(used[2]),
                    Double.parseDouble(used[3]));
        } finally {
            host.destroy();
            host.waitFor(10, TimeUnit.SECONDS);
            for (String name : List.of("ranks.csv", "")) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
    }

    private static void host(int ranks, Path folder) throws IOException, InterruptedException {
        try (HostOfRanks host = new HostOfRanks(ranks, folder, new PrintStream(OutputStream.nullOutputStream()))) {
            System.out.println(host.relay.addresses().get(0) + " " + host.key.hex());
            long cpu = cpuNanos();
            long start = System.nanoTime();
            host.awaitComplete();
            double cpuMillis = (cpuNanos() - cpu) / 1e6;
            double elapsedMillis = (System.nanoTime() - start) / 1e6;
            double peak = peakHeap() / (double) (1 << 20);
            System.gc();
            double heap =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) (1 << 20);
            System.out.println(cpuMillis + " " + elapsedMillis + " " + heap + " " + peak);
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
