package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The numbers of all codecs on one payload; columns without any are left out. */
final class CodecTable {
    private static final Serialization.Figure NONE = new Serialization.Figure("–", "");

    private record Column(String name, Function<CodecRow, Serialization.Figure> figure) {}

    private CodecTable() {}

    static List<String> columns(List<CodecRow> rows) {
        return shown(rows).stream().map(Column::name).toList();
    }

    static List<Serialization.TableRow> rows(List<CodecRow> rows) {
        List<Column> columns = shown(rows);
        return rows.stream()
                .map(row -> new Serialization.TableRow(
                        row.codec(),
                        columns.stream().map(c -> c.figure().apply(row)).toList()))
                .toList();
    }

    private static List<Column> shown(List<CodecRow> rows) {
        Unit unit =
                CellText.unit(rows.stream().flatMap(row -> row.both().stream()).toList());
        String in = ", " + unit.symbol();
        Optional<Launches> fastest = rows.stream()
                .filter(row -> !row.carriesNothing())
                .flatMap(row -> row.both().stream())
                .findFirst();
        List<Column> all = List.of(
                new Column("bytes", row -> number(row.size())),
                new Column("deflated", row -> number(row.size("encoded.deflate"))),
                new Column("zstd", row -> number(row.size("encoded.zstd"))),
                time("encode" + in, unit, row -> row.time(CodecOperation.ENCODE)),
                time("decode" + in, unit, row -> row.time(CodecOperation.DECODE)),
                time("both" + in, unit, CodecRow::both),
                new Column(
                        "× fastest",
                        row -> row.both()
                                .filter(both -> fastest.isPresent() && !row.carriesNothing())
                                .map(both -> both.ratioTo(fastest.get()))
                                .map(ratio -> new Serialization.Figure(Figures.three(ratio), String.valueOf(ratio)))
                                .orElse(NONE)),
                new Column("B allocated to encode", row -> number(row.allocated(CodecOperation.ENCODE))),
                new Column("B allocated to decode", row -> number(row.allocated(CodecOperation.DECODE))),
                time("round trip" + in, unit, row -> row.time(CodecOperation.ROUND_TRIP)),
                time("encode into reused buffer" + in, unit, row -> row.time(CodecOperation.ENCODE_REUSED)),
                new Column("B allocated, reused buffer", row -> number(row.allocated(CodecOperation.ENCODE_REUSED))),
                time("decode into reused object" + in, unit, row -> row.time(CodecOperation.DECODE_REUSED)),
                new Column("B allocated, reused object", row -> number(row.allocated(CodecOperation.DECODE_REUSED))));
        List<Column> shown = new ArrayList<>(all);
        shown.removeIf(column ->
                rows.stream().allMatch(row -> column.figure().apply(row).value().isEmpty()));
        return shown;
    }

    private static Column time(String name, Unit unit, Function<CodecRow, Optional<Launches>> time) {
        return new Column(
                name,
                row -> time.apply(row)
                        .map(nanos ->
                                new Serialization.Figure(CellText.text(nanos, unit), String.valueOf(nanos.mean())))
                        .orElse(NONE));
    }

    /** Whole bytes. Less than half of one is what JMH itself allocates in an iteration. */
    private static Serialization.Figure number(OptionalDouble bytes) {
        return bytes.isPresent()
                ? new Serialization.Figure(
                        String.format(Locale.ROOT, "%,d", Math.round(bytes.getAsDouble())),
                        String.valueOf(bytes.getAsDouble()))
                : NONE;
    }
}
