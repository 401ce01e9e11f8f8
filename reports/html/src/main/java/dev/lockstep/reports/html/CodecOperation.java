package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Reported;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The use of a codec: the stage that the benchmark declares, on what its parameters {@code buffer} and {@code
 * instance} say.
 */
enum CodecOperation {
    ENCODE,
    DECODE,
    ENCODE_REUSED,
    DECODE_REUSED,
    ROUND_TRIP,
    TO_FORM,
    TO_BYTES,
    FORM_OF,
    FROM_FORM,
    /** Object to form to bytes, where the pieces are measured too. */
    ENCODE_STAGES,
    /** Bytes to form to object, where the pieces are measured too. */
    DECODE_STAGES;

    static final String CODEC = "codec";
    static final String PAYLOAD = "payload";
    private static final String REUSED = "reused";

    /** The operation that a cell measures; empty if that is no codec on one thread. */
    static Optional<CodecOperation> of(Cell cell) {
        Map<String, String> params = cell.key().row().params();
        if (!cell.reported().section().equals(Reported.SERIALIZATION)
                || cell.key().row().threads() > 1
                || !params.containsKey(CODEC)
                || !params.containsKey(PAYLOAD)) {
            return Optional.empty();
        }
        boolean reused = REUSED.equals(params.get("buffer")) || REUSED.equals(params.get("instance"));
        String name = (cell.reported().stage() + (reused ? "-" + REUSED : "")).replace('-', '_');
        return Arrays.stream(values())
                .filter(operation -> operation.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }
}
