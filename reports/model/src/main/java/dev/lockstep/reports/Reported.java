package dev.lockstep.reports;

import dev.lockstep.run.RunEvent;
import java.util.Map;
import java.util.Objects;

/**
 * The place of a benchmark in a report, declared by {@code @Reported} of the harness.
 *
 * @param section which shows it; empty if none in particular
 * @param stage what one of its operations does there
 */
public record Reported(String section, String stage) {
    /** The section of codecs. */
    public static final String SERIALIZATION = "serialization";

    /** Stages of that section by class and method, for runs that record no declarations. */
    private static final Map<String, String> KNOWN_NAMES = Map.ofEntries(
            Map.entry("EncodeBenchmark.encode", "encode"),
            Map.entry("DecodeBenchmark.decode", "decode"),
            Map.entry("RoundTripBenchmark.roundTrip", "round-trip"),
            Map.entry("StagesBenchmark.toForm", "to-form"),
            Map.entry("StagesBenchmark.toBytes", "to-bytes"),
            Map.entry("StagesBenchmark.formOf", "form-of"),
            Map.entry("StagesBenchmark.fromForm", "from-form"),
            Map.entry("StagesBenchmark.encode", "encode-stages"),
            Map.entry("StagesBenchmark.decode", "decode-stages"),
            Map.entry("CallSitesBenchmark.encodeDecode", "mixture"),
            Map.entry("EncodeSendDecodeBenchmark.encodeSendDecode", "exchange"));

    static Reported of(RunEvent.Cell planned) {
        return planned.section() == null
                ? byName(planned.benchmark())
                : new Reported(planned.section(), Objects.requireNonNullElse(planned.stage(), ""));
    }

    /** The declaration of a benchmark known by its name only: of JMH's bare results, and of runs that record none. */
    static Reported byName(String benchmark) {
        String[] parts = benchmark.split("\\.");
        String brief = parts.length < 2 ? benchmark : parts[parts.length - 2] + "." + parts[parts.length - 1];
        String stage = KNOWN_NAMES.getOrDefault(brief, "");
        return new Reported(stage.isEmpty() ? "" : SERIALIZATION, stage);
    }
}
