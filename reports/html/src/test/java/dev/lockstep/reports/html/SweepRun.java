package dev.lockstep.reports.html;

import dev.lockstep.reports.Distribution;
import dev.lockstep.reports.RunData;
import dev.lockstep.reports.Samples;
import dev.lockstep.run.CellKey;
import dev.lockstep.run.RankRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** A run of a benchmark under loads that a test chooses, in ranks of plain processes whose exchange is continuous. */
final class SweepRun {
    private final String benchmark;
    private final String scored;
    private final List<String> journal = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final List<String> ranks = new ArrayList<>();
    private final Map<CellKey, Distribution> distributions = new HashMap<>();

    private SweepRun(String benchmark, String scored) {
        this.benchmark = "dev.lockstep.transport.benchmarks." + benchmark;
        this.scored = scored;
    }

    /** Messages at a rate. */
    static SweepRun rates() {
        return new SweepRun("OpenLoopBenchmark.message", "\"even ranks\"");
    }

    /** One server, and clients. */
    static SweepRun clients() {
        return new SweepRun("ManyClientsBenchmark.request", "\"each rank but 0, by itself\"");
    }

    /** Threads that exchange messages with their peers. */
    static SweepRun contention() {
        return new SweepRun("TransportContentionBenchmark.exchange", "null");
    }

    /** A rate that was kept with this latency. */
    SweepRun kept(String transport, int rate, double micros) {
        return cell("bytes=64 rate=" + rate + " transport=" + transport, 2, 1, micros);
    }

    /** A rate that was missed. */
    SweepRun missed(String transport, int rate) {
        return failed(
                transport,
                rate,
                "the rate of " + rate + " messages per second was missed: 100 took 31 ms, which is 3225 per second");
    }

    SweepRun failed(String transport, int rate, String reason) {
        CellKey key = planned("bytes=64 rate=" + rate + " transport=" + transport, 2, 1);
        journal.add(
                "{\"event\":\"launch\",\"cell\":\"%s\",\"fork\":1,\"status\":\"failed\",\"rank\":0,\"reason\":\"%s\"}"
                        .formatted(key.id(), reason));
        return this;
    }

    /** Three launches; of single operations the median is less, and the 99th percentile six times as long. */
    SweepRun cell(String params, int ranks, int threads, double micros) {
        CellKey key = planned(params, ranks, threads);
        results.add(("{\"benchmark\":\"%s\",\"mode\":\"ss\",\"threads\":%d,\"params\":{%s},\"primaryMetric\":"
                        + "{\"score\":%s,\"scoreError\":0,\"scoreUnit\":\"us/op\",\"rawData\":[[%s],[%s],[%s]]}}")
                .formatted(benchmark, threads, json(key), micros, micros * 0.96, micros, micros * 1.04));
        for (int fork = 1; fork <= 3; fork++) {
            journal.add(
                    "{\"event\":\"launch\",\"cell\":\"%s\",\"fork\":%d,\"status\":\"ok\"}".formatted(key.id(), fork));
        }
        double nanos = micros * 1000;
        Distribution.Percentiles percentiles = new Distribution.Percentiles(
                1000,
                nanos,
                OptionalDouble.of(nanos * 0.8),
                OptionalDouble.empty(),
                OptionalDouble.of(nanos * 6),
                OptionalDouble.empty(),
                nanos * 20);
        List<Distribution.Point> curve =
                List.of(new Distribution.Point(2, nanos * 0.8), new Distribution.Point(1000, nanos * 20));
        distributions.put(
                key,
                new Distribution(
                        percentiles,
                        new TreeMap<>(),
                        curve,
                        Optional.empty(),
                        0,
                        Distribution.Meeting.NONE,
                        Optional.empty(),
                        ""));
        return this;
    }

    /** The same on 6 ranks, of which the first of each group serves. */
    SweepRun grouped(int groups, double micros) {
        String params = "bytes=64 groups=" + groups;
        cell(params, 6, 1, micros);
        for (int rank = 0; rank < 6; rank++) {
            ranks.add("%s,%s,none,6,1,20,1,measurement,1,%d,0,vm,1,%s,us/op,,,,,,%s"
                    .formatted(
                            benchmark, params.replace(' ', ';'), rank, micros, rank % (6 / groups) == 0 ? "no" : ""));
        }
        return this;
    }

    /** Two ranks of which rank 0 comes 1 ms late in each hundredth of 300 operations that take 2 us, and rank 1 waits for it. */
    static SweepRun straggler() {
        SweepRun run = new SweepRun("AllReduceBenchmark.allReduce", "null").cell("bytes=64 late=0:1ms:100", 2, 1, 7);
        double[][] nanos = new double[2][200];
        double[][] late = new double[2][200];
        for (int i = 0; i < 200; i++) {
            boolean straggles = i % 100 == 0;
            nanos[0][i] = 2_000;
            nanos[1][i] = straggles ? 1_002_000 : 1_900;
            late[0][i] = straggles ? 999_900 : 0;
            late[1][i] = straggles ? 0 : 100;
        }
        Samples.Strip worst = new Samples.Strip(1, 1, List.of(0, 1), nanos, late);
        Samples.Strip all = new Samples.Strip(
                1,
                100,
                List.of(0, 1),
                new double[][] {{2_000, 2_000, 2_000}, {1_002_000, 1_002_000, 1_002_000}},
                new double[][] {{999_900, 999_900, Double.NaN}, {Double.NaN, Double.NaN, Double.NaN}});
        run.distributions.replaceAll((key, plain) -> new Distribution(
                plain.slowest(),
                new TreeMap<>(Map.of(0, percentiles(300, 2_000, 2_000), 1, percentiles(300, 12_000, 1_002_000))),
                plain.curve(),
                plain.room(),
                150,
                new Distribution.Meeting(
                        Optional.of(percentiles(300, 1_950, 2_000)),
                        new TreeMap<>(
                                Map.of(0, percentiles(297, 2_000, 2_000), 1, percentiles(3, 1_002_000, 1_002_000))),
                        new TreeMap<>(Map.of(0, percentiles(3, 999_900, 999_900), 1, percentiles(297, 100, 110)))),
                Optional.of(new Samples(all, worst)),
                ""));
        return run;
    }

    private static Distribution.Percentiles percentiles(long operations, double mean, double max) {
        OptionalDouble middle = operations < 20 ? OptionalDouble.empty() : OptionalDouble.of(mean);
        return new Distribution.Percentiles(
                operations, mean, middle, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), max);
    }

    private CellKey planned(String params, int ranks, int threads) {
        Map<String, String> all = new TreeMap<>();
        for (String param : params.split(" ")) {
            all.put(param.substring(0, param.indexOf('=')), param.substring(param.indexOf('=') + 1));
        }
        String own = json(CellKey.of(benchmark, "ss", all, threads));
        all.put(CellKey.COMM, "none");
        all.put(CellKey.RANKS, String.valueOf(ranks));
        CellKey key = CellKey.of(benchmark, "ss", all, threads);
        journal.add(("{\"event\":\"cell\",\"cell\":\"%s\",\"benchmark\":\"%s\",\"mode\":\"ss\",\"params\":{%s},"
                        + "\"threads\":%d,\"comm\":\"none\",\"ranks\":%d,\"scored\":%s,"
                        + "\"synchronisation\":\"continuous exchange\"}")
                .formatted(key.id(), benchmark, own, threads, ranks, scored));
        return key;
    }

    private static String json(CellKey key) {
        List<String> params = new ArrayList<>();
        key.params().forEach((name, value) -> params.add("\"" + name + "\":\"" + value + "\""));
        return String.join(",", params);
    }

    /** As it was when no operations were timed one by one. */
    RunData read(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("results.json"), "[" + String.join(",\n", results) + "]");
        if (!ranks.isEmpty()) {
            Files.writeString(folder.resolve("ranks.csv"), RankRow.HEADER + "\n" + String.join("\n", ranks) + "\n");
        }
        String end = "{\"event\":\"end\",\"exit\":1,\"interrupted\":false}";
        Files.write(
                folder.resolve("journal.jsonl"),
                Stream.concat(journal.stream(), Stream.of(end)).toList());
        return RunData.read(folder);
    }

    /** With distributions. */
    RunData timed(Path folder) throws IOException {
        RunData run = read(folder);
        return new RunData(
                run.source(),
                run.files(),
                run.chosen(),
                run.ranks(),
                run.environment(),
                run.state(),
                distributions,
                run.notes(),
                new AtomicReference<>());
    }

    /** Three transports: one that keeps every rate, and two that do not. */
    static SweepRun story() {
        SweepRun run = rates();
        double[] shm = {3.1, 3.0, 3.2, 3.3, 3.6, 4.4, 9.0};
        double[] socket = {24, 22, 23, 27, 41};
        double[] nio = {31, 30, 33, 68};
        int[] rates = {1000, 2000, 5000, 10000, 20000, 50000, 100000};
        for (int i = 0; i < rates.length; i++) {
            run.kept("shm", rates[i], shm[i]);
            run = i < socket.length ? run.kept("socket", rates[i], socket[i]) : run.missed("socket", rates[i]);
            run = i < nio.length ? run.kept("nio", rates[i], nio[i]) : run.missed("nio", rates[i]);
        }
        return run;
    }

    /** Two transports with one to eight clients. */
    static SweepRun server() {
        SweepRun run = clients();
        double[] shm = {2.1, 2.4, 4.3, 9.1};
        double[] socket = {24, 26, 35, 66};
        for (int i = 0; i < shm.length; i++) {
            run.cell("bytes=64 transport=shm", 2, 1 << i, shm[i]);
            run.cell("bytes=64 transport=socket", 2, 1 << i, socket[i]);
        }
        return run;
    }
}
