package dev.lockstep.reports.html;

import dev.lockstep.reports.Figures;
import dev.lockstep.reports.Launches;
import dev.lockstep.reports.Measured;
import dev.lockstep.reports.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws the codecs of one payload: time against size, the stages, and what is allocated. */
final class CodecCharts {
    private static final int ENCODE = 0;
    private static final int DECODE = 1;
    private static final int WHOLE = 2;

    private final String payload;
    private final List<CodecRow> rows;
    private final int before;
    private final List<Chart> charts = new ArrayList<>();

    /**
     * Draws one payload's charts.
     *
     * @param before how many charts other payloads have
     */
    CodecCharts(String payload, List<CodecRow> rows, int before) {
        this.payload = payload;
        this.rows = rows;
        this.before = before;
    }

    List<Chart> all() {
        scatter();
        stages("encode in stages", CodecRow.Stages.ENCODE, "object to ", " to bytes");
        stages("decode in stages", CodecRow.Stages.DECODE, "bytes to ", " to object");
        allocation();
        return List.copyOf(charts);
    }

    private void scatter() {
        List<CodecRow> drawn = rows.stream()
                .filter(row -> row.both().isPresent() && row.size().orElse(0) > 0)
                .toList();
        if (drawn.isEmpty()) {
            return;
        }
        Unit unit =
                CellText.unit(drawn.stream().flatMap(row -> row.both().stream()).toList());
        List<Chart.Series> series = new ArrayList<>();
        for (CodecRow row : drawn) {
            double size = row.size().orElseThrow();
            List<String> facts = List.of(
                    Figures.bytes(Math.round(size)),
                    "encode " + CellText.text(row.time(CodecOperation.ENCODE).orElseThrow(), unit) + " "
                            + unit.symbol(),
                    "decode " + CellText.text(row.time(CodecOperation.DECODE).orElseThrow(), unit) + " "
                            + unit.symbol());
            series.add(new Chart.Series(
                    row.codec(),
                    series.size(),
                    series.size(),
                    false,
                    List.of(point(row.codec(), size, row.both().orElseThrow(), unit, List.of(), facts))));
        }
        String left = rows.stream()
                .filter(CodecRow::carriesNothing)
                .map(row -> row.codec() + " has no bytes, and no place on a logarithmic axis.")
                .findFirst()
                .orElse("");
        add(
                Chart.Scatter::new,
                "time against size",
                benchmarks(CodecOperation.ENCODE, CodecOperation.DECODE),
                "encode + decode",
                unit.symbol(),
                left,
                series);
    }

    private void stages(String title, CodecRow.Stages stages, String first, String second) {
        List<CodecRow> drawn = rows.stream()
                .filter(row -> !row.carriesNothing() && row.whole(stages).isPresent() || row.inStages(stages))
                .toList();
        if (drawn.stream().noneMatch(row -> row.inStages(stages))) {
            return;
        }
        List<Launches> times = new ArrayList<>();
        drawn.forEach(row -> {
            row.whole(stages).ifPresent(times::add);
            row.pieces(stages).ifPresent(times::add);
        });
        Unit unit = CellText.unit(times);
        List<Chart.Point> firsts = new ArrayList<>();
        List<Chart.Point> seconds = new ArrayList<>();
        List<Chart.Point> pieces = new ArrayList<>();
        List<Chart.Point> wholes = new ArrayList<>();
        for (CodecRow row : drawn) {
            boolean staged = row.inStages(stages);
            row.time(stages.first()).ifPresent(time -> firsts.add(point(row, stages.first(), time, unit)));
            row.time(stages.second()).ifPresent(time -> seconds.add(point(row, stages.second(), time, unit)));
            CodecOperation whole = row.time(stages.whole()).isPresent() ? stages.whole() : stages.direct();
            row.time(whole).ifPresent(time -> (staged ? wholes : pieces).add(point(row, whole, time, unit)));
        }
        String form = drawn.stream()
                .filter(row -> row.inStages(stages))
                .map(CodecRow::form)
                .distinct()
                .reduce((a, b) -> "form")
                .orElseThrow();
        List<Chart.Series> series = new ArrayList<>();
        series.add(new Chart.Series(first + form, ENCODE, 0, false, firsts));
        series.add(new Chart.Series(form + second, DECODE, 0, false, seconds));
        series.add(new Chart.Series("in one piece", WHOLE, 0, false, pieces));
        series.add(new Chart.Series("the whole, measured", WHOLE + 1, 1, false, wholes));
        series.removeIf(s -> s.points().isEmpty());
        add(
                Chart.Stacks::new,
                title,
                benchmarks(stages.first(), stages.second()),
                "time per operation",
                unit.symbol(),
                "",
                series);
    }

    private void allocation() {
        List<Chart.Series> bars = new ArrayList<>();
        for (CodecRow row : rows) {
            allocation(bars, row, CodecOperation.ENCODE, "encode", ENCODE);
            allocation(bars, row, CodecOperation.DECODE, "decode", DECODE);
        }
        if (!bars.isEmpty()) {
            add(
                    Chart.Bars::new,
                    "allocation",
                    benchmarks(CodecOperation.ENCODE, CodecOperation.DECODE),
                    "bytes allocated per operation",
                    "B",
                    "",
                    bars);
        }
    }

    private static void allocation(
            List<Chart.Series> bars, CodecRow row, CodecOperation operation, String what, int hue) {
        row.allocated(operation).ifPresent(bytes -> {
            double shown = Math.rint(bytes);
            String label = row.codec() + " · " + what;
            String text = Figures.three(shown) + " B";
            bars.add(new Chart.Series(
                    label,
                    hue,
                    0,
                    false,
                    List.of(new Chart.Point(label, 0, shown, shown, shown, List.of(), text, List.of()))));
        });
    }

    /** The benchmarks behind some figures, for those who search for them. */
    private String benchmarks(CodecOperation... operations) {
        return Stream.of(operations)
                .flatMap(operation -> rows.stream().flatMap(row -> row.cell(operation).stream()))
                .map(cell -> Names.brief(cell.key().benchmark()).replaceFirst("\\..*", ""))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Chart.Point point(CodecRow row, CodecOperation operation, Launches time, Unit unit) {
        List<Double> forks = row.good(operation).map(Measured::forkMeans).orElse(List.of());
        return point(row.codec(), 0, time, unit, forks, row.flags(operation));
    }

    private static Chart.Point point(
            String label, double x, Launches time, Unit unit, List<Double> forks, List<String> facts) {
        return new Chart.Point(
                label,
                x,
                unit.from(time.mean()),
                unit.from(time.spread().low()),
                unit.from(time.spread().high()),
                forks.stream().map(unit::from).toList(),
                CellText.text(time, unit) + " " + unit.symbol(),
                facts);
    }

    private void add(
            BiFunction<Chart.Frame, List<Chart.Series>, Chart> kind,
            String title,
            String benchmarks,
            String measure,
            String unit,
            String note,
            List<Chart.Series> series) {
        String id = "codecs-" + (before + charts.size() + 1);
        String name = Character.toUpperCase(payload.charAt(0)) + payload.substring(1) + ", " + title;
        charts.add(kind.apply(new Chart.Frame(id, name, benchmarks, measure, unit, note), series));
    }
}
