package dev.lockstep.reports.html;

import dev.lockstep.run.CellKey;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** What is done with a codec, known by the names of benchmark and parameters: {@code codec}, {@code payload}, {@code buffer} and {@code instance}. */
enum CodecOperation {
    /** Object to bytes. */
    ENCODE("EncodeBenchmark.encode", "buffer", false),
    /** Bytes to object. */
    DECODE("DecodeBenchmark.decode", "instance", false),
    /** Object to bytes in memory that is given. */
    ENCODE_REUSED("EncodeBenchmark.encode", "buffer", true),
    /** Bytes to an object that is there. */
    DECODE_REUSED("DecodeBenchmark.decode", "instance", true),
    /** Both. */
    ROUND_TRIP("RoundTripBenchmark.roundTrip", "", false),
    /** Object to form. */
    TO_FORM("StagesBenchmark.toForm", "", false),
    /** Form to bytes. */
    TO_BYTES("StagesBenchmark.toBytes", "", false),
    /** Bytes to form. */
    FORM_OF("StagesBenchmark.formOf", "", false),
    /** Form to object. */
    FROM_FORM("StagesBenchmark.fromForm", "", false),
    /** Object to form to bytes, where the pieces are measured too. */
    ENCODE_STAGES("StagesBenchmark.encode", "", false),
    /** Bytes to form to object, where the pieces are measured too. */
    DECODE_STAGES("StagesBenchmark.decode", "", false);

    static final String CODEC = "codec";
    static final String PAYLOAD = "payload";

    private final String benchmark;
    private final String way;
    private final boolean reused;

    CodecOperation(String benchmark, String way, boolean reused) {
        this.benchmark = benchmark;
        this.way = way;
        this.reused = reused;
    }

    /** What a row measures; empty if that is no codec on one thread. */
    static Optional<CodecOperation> of(CellKey row) {
        Map<String, String> params = row.params();
        if (row.threads() > 1 || !params.containsKey(CODEC) || !params.containsKey(PAYLOAD)) {
            return Optional.empty();
        }
        String brief = Names.brief(row.benchmark());
        return Arrays.stream(values())
                .filter(o ->
                        o.benchmark.equals(brief) && o.reused == "reused".equals(params.getOrDefault(o.way, "fresh")))
                .findFirst();
    }
}
