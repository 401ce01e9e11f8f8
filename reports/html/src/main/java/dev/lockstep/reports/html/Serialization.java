package dev.lockstep.reports.html;

import dev.lockstep.reports.Cell;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.LineUp;
import dev.lockstep.reports.html.ReportPage.Headline;
import dev.lockstep.reports.regression.PairedRatio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a report about codecs.
 *
 * @param floor what a codec that does nothing reads, and how far above it the others are; empty if none was
 *     measured
 * @param payloads one after the other; empty if the run is about something else
 * @param charts of all payloads
 */
public record Serialization(String floor, List<OfPayload> payloads, List<Chart> charts) {
    /**
     * One payload.
     *
     * @param name of the payload
     * @param costs what it costs with one codec and with another, in sentences
     * @param sums whether stages add up to the whole, in sentences
     * @param charts drawn for it
     * @param columns the table's, as text
     * @param rows of the table, by codec
     */
    public record OfPayload(
            String name,
            List<String> costs,
            List<String> sums,
            List<Chart> charts,
            List<String> columns,
            List<TableRow> rows) {}

    public record TableRow(String codec, List<Figure> figures) {}

    /**
     * A number in a table that can be sorted.
     *
     * @param text as it is shown
     * @param value to sort by; empty if there is none
     */
    public record Figure(String text, String value) {}

    static Serialization of(LineUp lineUp) {
        Map<String, Map<String, Map<CodecOperation, Cell>>> byPayload = new LinkedHashMap<>();
        lineUp.cells()
                .forEach(cell -> CodecOperation.of(cell).ifPresent(operation -> {
                    Map<String, String> params = cell.key().row().params();
                    byPayload
                            .computeIfAbsent(params.get(CodecOperation.PAYLOAD), p -> new LinkedHashMap<>())
                            .computeIfAbsent(params.get(CodecOperation.CODEC), c -> new EnumMap<>(CodecOperation.class))
                            .put(operation, cell);
                }));
        List<OfPayload> payloads = new ArrayList<>();
        List<Chart> charts = new ArrayList<>();
        List<List<CodecRow>> all = new ArrayList<>();
        byPayload.forEach((payload, codecs) -> {
            List<CodecRow> rows = new ArrayList<>();
            codecs.forEach((codec, cells) -> rows.add(new CodecRow(codec, cells)));
            rows.sort(Comparator.comparing(
                            (CodecRow row) -> row.both().map(Launches::mean).orElse(Double.MAX_VALUE))
                    .thenComparing(CodecRow::codec));
            List<Chart> drawn = new CodecCharts(payload, rows, charts.size()).all();
            charts.addAll(drawn);
            List<CodecRow> steady = rows.stream().map(CodecRow::steady).toList();
            all.add(steady);
            payloads.add(new OfPayload(
                    payload,
                    CodecSentences.costs(steady),
                    CodecSentences.sums(steady),
                    drawn,
                    CodecTable.columns(rows),
                    CodecTable.rows(rows)));
        });
        return new Serialization(floor(all), List.copyOf(payloads), List.copyOf(charts));
    }

    /** Whether the report shows all measurements of a group here, so that they need not be shown elsewhere. */
    static boolean shows(LineUp.Group group) {
        return group.cells().allMatch(cell -> CodecOperation.of(cell).isPresent());
    }

    /** The cost of each payload as headlines. */
    List<Headline> headlines() {
        return payloads.stream()
                .flatMap(p -> p.costs().stream().map(s -> new Headline("Serialization of " + p.name(), s)))
                .toList();
    }

    /**
     * The least distance between a codec that does nothing and one that does something, of all payloads and of both
     * directions.
     */
    private static String floor(List<List<CodecRow>> payloads) {
        String codec = "";
        double least = Double.MAX_VALUE;
        Optional<Launches> encode = Optional.empty();
        Optional<Launches> decode = Optional.empty();
        String nearest = "";
        for (List<CodecRow> rows : payloads) {
            Optional<CodecRow> nothing =
                    rows.stream().filter(CodecRow::carriesNothing).findFirst();
            if (nothing.isEmpty()) {
                continue;
            }
            codec = nothing.get().codec();
            encode = encode.or(() -> nothing.get().time(CodecOperation.ENCODE));
            decode = decode.or(() -> nothing.get().time(CodecOperation.DECODE));
            for (CodecRow row : rows) {
                for (CodecOperation operation : List.of(CodecOperation.ENCODE, CodecOperation.DECODE)) {
                    Optional<Launches> floor = nothing.get().time(operation);
                    Optional<Launches> time = row.time(operation);
                    if (row != nothing.get() && floor.isPresent() && time.isPresent()) {
                        double ratio = time.get().ratioTo(floor.get());
                        if (ratio < least) {
                            least = ratio;
                            nearest = row.codec() + ", " + above(time.get(), floor.get());
                        }
                    }
                }
            }
        }
        if (codec.isEmpty()) {
            return "";
        }
        return "The floor: " + codec + ", a codec that does nothing, reads "
                + encode.map(CellText::brief).orElse("–") + " to encode and "
                + decode.map(CellText::brief).orElse("–") + " to decode. "
                + (nearest.isEmpty() ? "No other codec was measured." : "What comes nearest to it, " + nearest + ".");
    }

    private static String above(Launches time, Launches floor) {
        return PairedRatio.of(time, floor)
                .map(ratio -> !ratio.above()
                        ? "is not told apart from it"
                        : "takes " + CellText.times(ratio) + " as long"
                                + (ratio.low() < 2 ? ": so near that it says little" : ""))
                .orElseGet(() -> "takes " + CellText.brief(time));
    }
}
