package dev.lockstep.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * One rank's part in one operation, a line of a file that {@code --keep-samples} keeps. The lines of an operation stand
 * together.
 *
 * @param iteration measured, from 1
 * @param operation its number among those of the launch that were timed, from 1
 * @param thread of the rank
 * @param rank which
 * @param began when, in nanoseconds from a moment of the launch; null where nothing holds ranks together, or
 *     they have several clocks
 * @param late how much later it began than the first of those who met, in nanoseconds; null where that is
 * @param nanos how long it took
 * @param counts false if the operation missed its window on any rank
 */
@JsonPropertyOrder({"iteration", "operation", "thread", "rank", "began", "late", "nanos", "counts"})
public record OpSample(
        @JsonProperty(required = true) int iteration,
        @JsonProperty(required = true) long operation,
        @JsonProperty(required = true) int thread,
        @JsonProperty(required = true) int rank,
        Long began,
        Long late,
        @JsonProperty(required = true) long nanos,
        @JsonProperty(required = true) boolean counts) {
    /** How the name of such a file ends. */
    public static final String SUFFIX = ".csv.gz";

    private static final CsvMapper CSV = CsvMapper.builder()
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .build();
    private static final CsvSchema COLUMNS = CSV.schemaFor(OpSample.class);
    private static final ObjectWriter WRITER = CSV.writer(COLUMNS);
    private static final ObjectReader READER = CSV.readerFor(OpSample.class)
            .with(CsvSchema.emptySchema().withHeader())
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** The file beside a launch's histogram log. */
    public static String besides(String log) {
        return log.replaceFirst("\\.hlog$", "") + SUFFIX;
    }

    /** Adds lines to a file, and the header to one that is not there yet. Each call makes a member of its own of the compressed file. */
    public static void append(Path file, Stream<OpSample> samples) throws IOException {
        boolean first = Files.notExists(file);
        try (OutputStream out = new GZIPOutputStream(
                        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
                SequenceWriter lines = (first ? CSV.writer(COLUMNS.withHeader()) : WRITER).writeValues(out)) {
            for (Iterator<OpSample> each = samples.iterator(); each.hasNext(); ) {
                lines.write(each.next());
            }
        }
    }

    /**
     * Reads a file line by line.
     *
     * @throws IOException if it cannot be read, or a line is none
     */
    public static void read(Path file, Consumer<OpSample> each) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16);
                MappingIterator<OpSample> lines = READER.readValues(in)) {
            while (lines.hasNextValue()) {
                each.accept(lines.nextValue());
            }
        }
    }
}
