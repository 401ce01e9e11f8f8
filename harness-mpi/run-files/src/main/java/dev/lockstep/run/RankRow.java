package dev.lockstep.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A line of {@code ranks.csv}: what one thread of one rank scored in one iteration. Columns are found by their name;
 * those of a later version are skipped.
 *
 * @param benchmark class and method
 * @param params without {@code comm} and {@code ranks}, as {@link #params(Map)} writes them
 * @param comm the communicator; empty for a benchmark that has no ranks
 * @param ranks how many; empty for a benchmark that has none
 * @param threads per rank; 1 where none are said
 * @param n operations per iteration; 0 when not said
 * @param fork number of the launch within its cell, from 1
 * @param phase {@value #WARMUP} or {@code measurement}
 * @param iteration from 1
 * @param rank empty where it cannot be told
 * @param thread of the rank; empty where it cannot be told
 * @param host where the rank ran
 * @param pid of its process
 * @param score in {@code unit}
 * @param unit as JMH names it
 * @param switches how often the system took the process's benchmark threads off their cores; null if not known
 * @param migrations how often it moved them to another core; null if not known
 * @param stolen how long a hypervisor kept cores of the host from running, in milliseconds; null if not known
 * @param probeBefore how long a cache line took from core to core before the iteration, in nanoseconds; NaN if not
 *     known
 * @param probeAfter the same after it
 * @param scored {@value #UNSCORED} where its time is no part of the score; empty otherwise
 */
@JsonPropertyOrder({
    "benchmark",
    "params",
    "comm",
    "ranks",
    "threads",
    "n",
    "fork",
    "phase",
    "iteration",
    "rank",
    "thread",
    "host",
    "pid",
    "score",
    "unit",
    "switches",
    "migrations",
    "stolen",
    "probe_before",
    "probe_after",
    "scored"
})
public record RankRow(
        @JsonProperty(required = true) String benchmark,
        @JsonProperty(required = true) String params,
        @JsonProperty(required = true) String comm,
        @JsonProperty(required = true) String ranks,
        @JsonProperty(required = true) int threads,
        long n,
        @JsonProperty(required = true) int fork,
        @JsonProperty(required = true) String phase,
        @JsonProperty(required = true) int iteration,
        String rank,
        String thread,
        String host,
        String pid,
        @JsonProperty(required = true) Double score,
        @JsonProperty(required = true) String unit,
        Long switches,
        Long migrations,
        Long stolen,

        @JsonProperty("probe_before") @JsonSerialize(using = EmptyIfUnknown.class)
        Double probeBefore,

        @JsonProperty("probe_after") @JsonSerialize(using = EmptyIfUnknown.class)
        Double probeAfter,

        String scored) {
    /** The phase of an iteration that does not count. */
    public static final String WARMUP = "warmup";

    /** The score of a rank that serves, mediates or waits. */
    public static final String UNSCORED = "no";

    private static final CsvMapper CSV = CsvMapper.builder()
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .build();
    private static final CsvSchema COLUMNS = CSV.schemaFor(RankRow.class);
    private static final ObjectWriter WRITER = CSV.writer(COLUMNS);
    private static final ObjectReader READER = CSV.readerFor(RankRow.class)
            .with(CsvSchema.emptySchema().withHeader())
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final List<String> REQUIRED =
            List.of("benchmark", "params", "comm", "ranks", "threads", "fork", "phase", "iteration", "score", "unit");

    /** The first line of the file. */
    public static final String HEADER = String.join(",", COLUMNS.getColumnNames());

    public RankRow {
        threads = Math.max(1, threads);
        rank = rank == null ? "" : rank;
        thread = thread == null ? "" : thread;
        host = host == null ? "" : host;
        pid = pid == null ? "" : pid;
        score = score == null ? Double.NaN : score;
        probeBefore = probeBefore == null ? Double.NaN : probeBefore;
        probeAfter = probeAfter == null ? Double.NaN : probeAfter;
        scored = scored == null ? "" : scored;
    }

    /** A row without anything that is not always known. */
    public RankRow(
            String benchmark,
            String params,
            String comm,
            String ranks,
            int threads,
            long n,
            int fork,
            String phase,
            int iteration,
            String rank,
            String thread,
            String host,
            String pid,
            Double score,
            String unit) {
        this(
                benchmark, params, comm, ranks, threads, n, fork, phase, iteration, rank, thread, host, pid, score,
                unit, null, null, null, null, null, null);
    }

    private static final class EmptyIfUnknown extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator csv, SerializerProvider provider) throws IOException {
            if (value.isNaN()) {
                csv.writeNull();
            } else {
                csv.writeNumber(value);
            }
        }
    }

    /**
     * The parameters in one field, sorted: {@code a=1;b=2}, with semicolons of values as {@code %3B} and percent signs
     * as {@code %25}.
     */
    public static String params(Map<String, String> params) {
        return new TreeMap<>(params)
                .entrySet().stream()
                        .map(param -> param.getKey() + "="
                                + param.getValue().replace("%", "%25").replace(";", "%3B"))
                        .collect(Collectors.joining(";"));
    }

    /** The key of the cell, but for the mode, which is not among the columns and is empty here. */
    public CellKey key() {
        Map<String, String> all = new TreeMap<>();
        for (String pair : params.split(";")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String value = pair.substring(equals + 1).replace("%3B", ";").replace("%25", "%");
                all.put(pair.substring(0, equals), value);
            }
        }
        if (!comm.isEmpty()) {
            all.put(CellKey.COMM, comm);
            all.put(CellKey.RANKS, ranks);
        }
        return CellKey.of(benchmark, "", all, threads);
    }

    /** Whether its time is part of the score. */
    public boolean scores() {
        return !scored.equals(UNSCORED);
    }

    /** Whether the iteration does not count. */
    public boolean warmup() {
        return phase.equals(WARMUP);
    }

    /** The line of the file, with its line end. */
    public String line() {
        try {
            return WRITER.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("texts and numbers can be written", e);
        }
    }

    /**
     * Reads a file. Lines are written whole, each with its end: what comes after the last line end was cut off, and is
     * not read.
     *
     * @throws InvalidInputException if it does not hold what it should
     */
    public static List<RankRow> read(Path file) throws IOException {
        List<RankRow> rows = new ArrayList<>();
        String whole = whole(file);
        if (!whole.isEmpty()) {
            each(file, new StringReader(whole), rows::add);
        }
        return List.copyOf(rows);
    }

    private static void each(Path file, Reader text, Consumer<RankRow> rows) throws IOException {
        int line = 1;
        try (MappingIterator<RankRow> all = READER.readValues(text)) {
            requireColumns(file, (CsvSchema) all.getParserSchema());
            while (all.hasNextValue()) {
                line = all.getCurrentLocation().getLineNr();
                rows.accept(all.nextValue());
            }
        } catch (InvalidFormatException e) {
            String column = e.getPath().get(0).getFieldName();
            throw new InvalidInputException(
                    file, "line " + line + ", column " + column, "a number", "'" + e.getValue() + "'");
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(file, "line " + e.getLocation().getLineNr(), "well-formed CSV", e);
        }
    }

    private static void requireColumns(Path file, CsvSchema header) throws InvalidInputException {
        for (String name : REQUIRED) {
            if (header.column(name) == null) {
                String found = String.join(",", header.getColumnNames());
                throw new InvalidInputException(file, "line 1", "a column " + name, found);
            }
        }
    }

    private static String whole(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    /**
     * Joins files to one text with one header. Missing files are skipped.
     *
     * @return empty if there are none
     */
    public static String joined(List<Path> files) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : files) {
            if (Files.exists(file)) {
                all.append(all.length() == 0 ? HEADER + "\n" : "").append(rows(file));
            }
        }
        return all.toString();
    }

    /** The rows of a file, unread, for they are many; but those of another version get the columns of this one. */
    public static String rows(Path file) throws IOException {
        String whole = whole(file);
        if (whole.isEmpty() || whole.startsWith(HEADER + "\n")) {
            return whole.substring(whole.indexOf('\n') + 1);
        }
        return read(file).stream().map(RankRow::line).collect(Collectors.joining());
    }
}
