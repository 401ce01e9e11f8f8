package dev.lockstep.reports.html;

import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a run of what {@code lockstep bench} measures, with times that a test chooses. */
final class StoryRun {
    static final String PING_PONG = "dev.lockstep.transport.benchmarks.PingPongBenchmark.pingPong";
    static final String TRANSPORT = "dev.lockstep.transport.benchmarks.TransportPingPongBenchmark.pingPong";
    static final String ALL_REDUCE = "dev.lockstep.collectives.AllReduceBenchmark.allReduce";
    static final String ROUND_TRIP = "dev.lockstep.codec.benchmarks.RoundTripBenchmark.roundTrip";
    static final String EXCHANGE = "dev.lockstep.pattern.EncodeSendDecodeBenchmark.encodeSendDecode";

    private final Map<String, String> entries = new LinkedHashMap<>();
    private final StringBuilder journal = new StringBuilder();
    /** Fourteen cells of five launches each, and a probe that reads 62 ns. */
    static StoryRun whole() {
        StoryRun run = new StoryRun();
        run.cell(PING_PONG, "bytes=64 comm=local ranks=2", 210, 5, 0.01, 1, probed(62));
        run.cell(PING_PONG, "bytes=64 comm=c ranks=2", 290);
        run.cell(PING_PONG, "bytes=64 comm=ffm ranks=2", 305);
        run.cell(PING_PONG, "bytes=64 comm=openmpi ranks=2", 430);
        run.cell(TRANSPORT, "bytes=64 comm=none ranks=2 transport=shm", 156);
        run.cell(TRANSPORT, "bytes=64 comm=none ranks=2 transport=socket", 7400);
        run.cell(TRANSPORT, "bytes=64 comm=none ranks=2 transport=socket-open-close", 61000);
        run.cell(ROUND_TRIP, "codec=json-string payload=ping", 1830);
        run.cell(ROUND_TRIP, "codec=kryo payload=ping", 326);
        run.cell(EXCHANGE, "codec=json-string comm=none payload=ping ranks=2", 9700);
        run.cell(ALL_REDUCE, "bytes=64 comm=local ranks=2", 340);
        run.cell(ALL_REDUCE, "bytes=64 comm=c ranks=2", 580);
        run.cell(ALL_REDUCE, "bytes=64 comm=ffm ranks=2", 610);
        return run.cell(ALL_REDUCE, "bytes=64 comm=openmpi ranks=2", 690);
    }

    StoryRun cell(String benchmark, String params, double nanos) {
        return cell(benchmark, params, nanos, 5, 0.01);
    }

    /** A cell, in place of an earlier one: launches a step of their logarithm apart, each of three iterations. */
    StoryRun cell(String benchmark, String params, double nanos, int launches, double step) {
        return cell(benchmark, params, nanos, launches, step, 1, "{}");
    }

    StoryRun cell(
            String benchmark, String params, double nanos, int launches, double step, double fall, String secondary) {
        entries.put(
                benchmark + " " + params,
                ("{\"benchmark\":\"%s\",\"mode\":\"avgt\",\"threads\":1,\"params\":{%s},\"primaryMetric\":"
                                + "{\"score\":%s,\"scoreError\":0,\"scoreUnit\":\"ns/op\",\"rawData\":%s},\"secondaryMetrics\":%s}")
                        .formatted(benchmark, json(params), nanos, launches(nanos, launches, step, fall), secondary));
        return this;
    }

    private static String json(String params) {
        return "\"" + params.replace("=", "\":\"").replace(" ", "\",\"") + "\"";
    }

    /** Takes the cells away whose benchmark and parameters match. */
    StoryRun without(String regex) {
        entries.keySet().removeIf(key -> key.matches("(?s).*(" + regex + ").*"));
        return this;
    }

    /** What the probe reads before and after each iteration. */
    static String probed(double nanos) {
        String metric =
                "{\"score\":%s,\"scoreUnit\":\"ns\",\"rawData\":%s}".formatted(nanos, launches(nanos, 5, 0.01, 1));
        return "{\"probe.before\":%s,\"probe.after\":%s}".formatted(metric, metric);
    }

    private static List<List<Double>> launches(double nanos, int launches, double step, double fall) {
        List<List<Double>> raw = new ArrayList<>();
        for (int i = 0; i < launches; i++) {
            double launch = nanos * Math.exp(step * (i - (launches - 1) / 2.0));
            raw.add(List.of(launch * fall * fall, launch * fall, launch));
        }
        return raw;
    }

    /** An event, without its braces. */
    StoryRun event(String event) {
        journal.append('{').append(event).append("}\n");
        return this;
    }

    /** A cell of the journal, with more of its fields. */
    StoryRun planned(String id, String benchmark, String params, String comm, String more) {
        return event(("\"event\":\"cell\",\"cell\":\"%s\",\"benchmark\":\"%s\",\"mode\":\"avgt\",\"params\":{%s},"
                        + "\"threads\":1%s%s")
                .formatted(
                        id,
                        benchmark,
                        json(params),
                        comm.isEmpty() ? "" : ",\"comm\":\"" + comm + "\",\"ranks\":2",
                        more));
    }

    RunData read(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("results.json"), "[" + String.join(",\n", entries.values()) + "]");
        if (!journal.isEmpty()) {
            Files.writeString(folder.resolve("journal.jsonl"), journal);
        }
        return RunData.read(folder);
    }

    LineUp lineUp(Path folder) throws IOException {
        return LineUp.of(read(folder));
    }
}
