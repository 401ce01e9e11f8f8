package dev.lockstep.reports;

import dev.lockstep.run.RunEvent;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The place of a benchmark in a report, declared by {@code @Reported} of the harness.
 *
 * @param section which shows it; empty if none in particular
 * @param stage what one of its operations does there
 */
public record Reported(String section, String stage) {
    /** A message from one rank to another, over what its parameters name. */
    public static final Reported ONE_WAY = new Reported("messages", "one-way");

    /** An allreduce. */
    public static final Reported ALL_REDUCE = new Reported("collectives", "all-reduce");

    /** An object to bytes and back. */
    public static final Reported ROUND_TRIP = serialization("round-trip");

    /** An object from one rank to another over a connection that stays open, with its marshalling. */
    public static final Reported EXCHANGE = serialization("exchange");

    /** Of a section's cost ladder: what all of its steps add to, the beginning of each step's name, and all together. */
    public static final String BASE = "base";

    /** The beginning of the name of a step, which is the base with one cost more. */
    public static final String PLUS = "plus-";

    /** What the steps add up to, more or less. */
    public static final String WHOLE = "whole";

    /** The stages that a stage consists of, in their order. */
    public static final Map<String, List<String>> PARTS = Map.of(
            "round-trip", List.of("encode", "decode"),
            "encode", List.of("to-form", "to-bytes"),
            "decode", List.of("form-of", "from-form"));

    /** Declarations by class and method, for runs that record none. */
    private static final Map<String, Reported> KNOWN_NAMES = Map.ofEntries(
            Map.entry("PingPongBenchmark.pingPong", ONE_WAY),
            Map.entry("TransportPingPongBenchmark.pingPong", ONE_WAY),
            Map.entry("AllReduceBenchmark.allReduce", ALL_REDUCE),
            Map.entry("EncodeBenchmark.encode", serialization("encode")),
            Map.entry("DecodeBenchmark.decode", serialization("decode")),
            Map.entry("RoundTripBenchmark.roundTrip", ROUND_TRIP),
            Map.entry("StagesBenchmark.toForm", serialization("to-form")),
            Map.entry("StagesBenchmark.toBytes", serialization("to-bytes")),
            Map.entry("StagesBenchmark.formOf", serialization("form-of")),
            Map.entry("StagesBenchmark.fromForm", serialization("from-form")),
            Map.entry("StagesBenchmark.encode", serialization("encode-stages")),
            Map.entry("StagesBenchmark.decode", serialization("decode-stages")),
            Map.entry("CallSitesBenchmark.encodeDecode", serialization("mixture")),
            Map.entry("EncodeSendDecodeBenchmark.encodeSendDecode", EXCHANGE));

    private static Reported serialization(String stage) {
        return new Reported("serialization", stage);
    }

    static Reported of(RunEvent.Planned planned) {
        return planned.section() == null
                ? byName(planned.benchmark())
                : new Reported(planned.section(), Objects.requireNonNullElse(planned.stage(), ""));
    }

    /** The declaration of a benchmark known by its name only: of JMH's bare results, and of runs that record none. */
    static Reported byName(String benchmark) {
        String[] parts = benchmark.split("\\.");
        String brief = parts.length < 2 ? benchmark : parts[parts.length - 2] + "." + parts[parts.length - 1];
        return KNOWN_NAMES.getOrDefault(brief, new Reported("", ""));
    }
}
