package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Metric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The results of one codec on one payload. */
record CodecRow(String codec, Map<CodecOperation, Cell> cells) {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final String SIZE = "encoded.bytes";

    /** Pieces of the way to bytes, or from them, and the whole of it. */
    record Stages(CodecOperation first, CodecOperation second, CodecOperation whole, CodecOperation direct) {
        static final Stages ENCODE = new Stages(
                CodecOperation.TO_FORM, CodecOperation.TO_BYTES, CodecOperation.ENCODE_STAGES, CodecOperation.ENCODE);
        static final Stages DECODE = new Stages(
                CodecOperation.FORM_OF, CodecOperation.FROM_FORM, CodecOperation.DECODE_STAGES, CodecOperation.DECODE);
    }

    /** The row without what was still warming or changing: sentences are drawn from the rest. */
    CodecRow steady() {
        Map<CodecOperation, Cell> steady = new EnumMap<>(CodecOperation.class);
        cells.forEach((operation, cell) -> {
            if (cell.claimable()) {
                steady.put(operation, cell);
            }
        });
        return new CodecRow(codec, steady);
    }

    /** The time of an operation in nanoseconds. */
    Optional<Launches> time(CodecOperation operation) {
        return good(operation).map(Measured::launches);
    }

    /** The time of encoding and decoding, in nanoseconds. */
    Optional<Launches> both() {
        return time(CodecOperation.ENCODE)
                .flatMap(encode -> time(CodecOperation.DECODE).map(encode::plus));
    }

    /** The time of the whole way, measured beside the pieces if possible, else elsewhere in the run. */
    Optional<Launches> whole(Stages stages) {
        return time(stages.whole()).or(() -> time(stages.direct()));
    }

    /** Whether a piece of these stages was measured. */
    boolean inStages(Stages stages) {
        return time(stages.first()).isPresent() || time(stages.second()).isPresent();
    }

    /** The time of both pieces one after the other; empty unless both were measured. */
    Optional<Launches> pieces(Stages stages) {
        return time(stages.first()).flatMap(first -> time(stages.second()).map(first::plus));
    }

    /** The bytes allocated per operation. */
    OptionalDouble allocated(CodecOperation operation) {
        return metric(good(operation), ALLOCATED);
    }

    /** The size of the encoding in bytes. */
    OptionalDouble size() {
        return size(SIZE);
    }

    /** The size of the encoding in bytes, perhaps compressed. */
    OptionalDouble size(String metric) {
        return Stream.of(CodecOperation.ENCODE, CodecOperation.ENCODE_REUSED)
                .map(operation -> metric(good(operation), metric))
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    /** Whether its encoding has no bytes: such a codec does nothing, and shows what measuring alone reads. */
    boolean carriesNothing() {
        return size().orElse(1) == 0;
    }

    static boolean carriesNothing(Measured measured) {
        return metric(Optional.of(measured), SIZE).orElse(1) == 0;
    }

    /** The name of its other form. */
    String form() {
        return codec.contains("string") ? "string" : "form";
    }

    /** Its forks and flags, for those who look closer. */
    List<String> flags(CodecOperation operation) {
        return cell(operation).map(Names::flags).orElse(List.of());
    }

    Optional<Cell> cell(CodecOperation operation) {
        return Optional.ofNullable(cells.get(operation));
    }

    Optional<Measured> good(CodecOperation operation) {
        return cell(operation).flatMap(Cell::good);
    }

    private static OptionalDouble metric(Optional<Measured> measured, String name) {
        Metric metric = measured.map(m -> m.others().get(name)).orElse(null);
        return metric == null || !Double.isFinite(metric.score())
                ? OptionalDouble.empty()
                : OptionalDouble.of(metric.score());
    }
}
