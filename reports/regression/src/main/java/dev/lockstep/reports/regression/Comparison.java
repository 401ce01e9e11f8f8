package dev.lockstep.reports.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A comparison of two runs.
 *
 * @param base where the older one was read from, or what it is
 * @param head the same of the newer one
 * @param settings as applied
 * @param rows what needs attention first
 * @param notes what a reader should know about the files
 */
public record Comparison(String base, String head, Settings settings, List<Row> rows, List<String> notes) {
    /** The exit code when nothing got slower. */
    public static final int CLEAN = 0;
    /** The exit code when something got slower, or works in base and fails in head. */
    public static final int SLOWER = 1;
    /** The exit code when there was nothing to compare. */
    public static final int NOTHING = 3;
    /** The exit code when something is not known, and that was not to be let pass. */
    public static final int UNDECIDED = 4;

    public Comparison {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
    }

    /**
     * Reads two runs, both at once, and compares them.
     *
     * @param base what {@link Suite#read} takes
     * @param head likewise; what is to be judged
     * @throws dev.lockstep.run.InvalidInputException if a file of either does not hold what it should, or one row twice
     */
    public static Comparison read(Path base, Path head, Settings settings) throws IOException {
        try {
            List<Suite> sides = Stream.of(base, head)
                    .parallel()
                    .map(source -> suite(source, settings))
                    .toList();
            return of(sides.get(0), sides.get(1), settings);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Suite suite(Path source, Settings settings) {
        try {
            return Suite.read(source, settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares two suites. */
    public static Comparison of(Suite base, Suite head, Settings settings) {
        Comparison comparison = of(base, head, settings, Inference::of, false);
        if (base.cpu().isPresent() && head.cpu().isPresent()) {
            return comparison;
        }
        String unknown = base.cpu().isPresent() ? "head" : head.cpu().isPresent() ? "base" : "either";
        return comparison.noting(List.of("On which machine " + unknown
                + " was measured is not recorded: that it is the same one is taken for granted."));
    }

    /** The same comparison with further notes. */
    public Comparison noting(List<String> more) {
        return new Comparison(
                base,
                head,
                settings,
                rows,
                Stream.concat(notes.stream(), more.stream()).toList());
    }

    /** The same comparison, with the names of the sides that a reader knows. */
    public Comparison named(String baseName, String headName) {
        return new Comparison(baseName, headName, settings, rows, notes);
    }

    /** The same comparison with other rows. */
    public Comparison with(List<Row> others) {
        List<Row> sorted = new ArrayList<>(others);
        sorted.sort(Row.worstFirst());
        return new Comparison(base, head, settings, sorted, notes);
    }

    /**
     * Compares two suites.
     *
     * @param fitting gives the priors of rows
     * @param inTurns whether launches of base and of head were made in turns
     */
    static Comparison of(
            Suite base,
            Suite head,
            Settings settings,
            Function<List<Inference.Candidate>, Inference> fitting,
            boolean inTurns) {
        Chosen chosen = Chosen.of(base, head, settings.placement(), inTurns);
        List<Row> rows = new ArrayList<>(new ComparedRows(chosen, settings, fitting).all());
        rows.sort(Row.worstFirst());
        List<String> notes = new ArrayList<>();
        base.notes().forEach(note -> notes.add("base: " + note));
        head.notes().forEach(note -> notes.add("head: " + note));
        notes.addAll(chosen.notes());
        return new Comparison(base.source().toString(), head.source().toString(), settings, rows, notes);
    }

    /** The number of rows that have this verdict. */
    public long count(Verdict verdict) {
        return rows.stream().filter(row -> row.verdict() == verdict).count();
    }

    /** The number of rows that work in base and fail in head. */
    public long broken() {
        return rows.stream().filter(Row::broken).count();
    }

    /**
     * The exit code: 0 clean, 1 regressed or broken, 3 nothing measured or nothing comparable, 4 inconclusive.
     *
     * @param strict whether a row that is inconclusive counts
     */
    public int exitCode(boolean strict) {
        if (count(Verdict.REGRESSED) + broken() > 0) {
            return SLOWER;
        }
        if (rows.stream().noneMatch(row -> row.ratio().isPresent())) {
            return NOTHING;
        }
        return strict && count(Verdict.INCONCLUSIVE) > 0 ? UNDECIDED : CLEAN;
    }
}
