package dev.lockstep.junit;

import dev.lockstep.junit.Launcher.Listed;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.SequentialComparison;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import dev.lockstep.run.RunFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.Options;

/**
 * Measures two benchmarks in turns, base, head, head, base and so on, and compares them as {@code ab} compares two
 * versions of one.
 */
final class Trial implements Closeable {
    private static final int LOOKS = 3;

    private final Launcher launcher;
    private final Options options;
    private final Listed base;
    private final Listed head;
    private final Path folder;

    Trial(Launcher launcher, Options options, Listed base, Listed head) throws IOException {
        this.launcher = launcher;
        this.options = options;
        this.base = base;
        this.head = head;
        this.folder = Files.createTempDirectory("lockstep-junit");
    }

    /**
     * Measures until all is decided, all looks are taken or the budget is spent.
     *
     * @param forks launches of each benchmark before each look
     * @param budget after which neither is launched; once each is in any case
     * @param confirming whether new launches must confirm what is called slower; the budget does not count for these
     * @throws IllegalArgumentException if one has several values of a parameter that the other lacks
     */
    Comparison result(int forks, Duration budget, boolean confirming) throws IOException {
        SequentialComparison comparison = new SequentialComparison(Settings.DEFAULT, LOOKS);
        Path first = folder.resolve("first");
        long start = System.nanoTime();
        boolean spent = false;
        int looks = 0;
        int rounds = 0;
        do {
            for (int i = 0; i < forks && !spent; i++) {
                round(rounds++, first);
                if (rounds == 1) {
                    // Rows that cannot pair are told of at once.
                    suite(first, base);
                    suite(first, head);
                }
                spent = Duration.ofNanos(System.nanoTime() - start).compareTo(budget) >= 0;
            }
            comparison.look(suite(first, base), suite(first, head));
            looks++;
        } while (looks < LOOKS && !spent && !comparison.undecided().isEmpty());
        if (!confirming || comparison.regressed().isEmpty()) {
            return comparison.result();
        }
        Path again = folder.resolve("again");
        for (int i = 0; i < rounds; i++) {
            round(rounds + i, again);
        }
        return comparison.confirmed(suite(again, base), suite(again, head), Map.of());
    }

    private void round(int number, Path into) throws IOException {
        for (Listed one : number % 2 == 0 ? List.of(base, head) : List.of(head, base)) {
            Path launch = into.resolve(one.name()).resolve(String.format(Locale.ROOT, "%04d", number));
            Files.createDirectories(launch);
            launcher.launch(one.name(), options, launch.resolve(RunFolder.RESULTS));
        }
    }

    private Suite suite(Path measured, Listed side) throws IOException {
        Set<String> shared = new TreeSet<>(base.params());
        shared.retainAll(head.params());
        return Suite.read(measured.resolve(side.name()), Settings.DEFAULT).as(base.name(), shared);
    }

    /** Removes what was measured. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
