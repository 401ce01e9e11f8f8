package dev.lockstep.cli.ab;

import dev.lockstep.cli.options.Percent;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.reports.regression.Calibration;
import dev.lockstep.reports.regression.Comparison;
import dev.lockstep.reports.regression.SequentialComparison;
import dev.lockstep.reports.regression.Settings;
import dev.lockstep.reports.regression.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The runs of a calibration on disk; those that were interrupted do not count. */
public final class CalibrationFolder {
    private static final String RUN = "run-";
    private static final String SLOWER = "slower-";
    private static final String COMPLETE = "complete";
    private static final String MEASURED = "measured.txt";

    private final Path folder;
    private final Settings settings;
    private Path current;

    public CalibrationFolder(Path folder, Settings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /**
     * Checks that earlier runs measured the same: rates of different things must not become one.
     *
     * @throws UsageException if they measured something else
     */
    public void requireSame(List<String> what) throws IOException {
        Path file = folder.resolve(MEASURED);
        if (!Files.exists(file)) {
            Files.write(file, what);
        } else if (!Files.readAllLines(file).equals(what)) {
            throw new UsageException(folder + " holds runs of something else, " + Files.readAllLines(file) + ", not "
                    + what + "; name another folder, or say the same again");
        }
    }

    /** Makes a folder for a run of benchmarks against themselves. */
    public Path begin() {
        return begin(RUN);
    }

    /** Makes a folder for a run against something slower. */
    public Path beginSlowed(double share) {
        return begin(SLOWER + Percent.words(share) + "-");
    }

    private Path begin(String prefix) {
        int number = 1;
        while (Files.exists(folder.resolve(prefix + number))) {
            number++;
        }
        current = folder.resolve(prefix + number);
        return current;
    }

    /** Marks the run that was begun as complete. */
    public void end() throws IOException {
        Files.createFile(current.resolve(COMPLETE));
    }

    /** Reads all complete runs. */
    public Calibration read() throws IOException {
        Calibration calibration = new Calibration(settings);
        for (Path run : runs()) {
            SequentialComparison comparison = new SequentialComparison(settings, 1);
            comparison.look(Suite.read(run.resolve("base"), settings), Suite.read(run.resolve("head"), settings));
            String name = run.getFileName().toString();
            if (name.startsWith(SLOWER)) {
                String share = name.substring(SLOWER.length(), name.lastIndexOf('-'));
                calibration.addSlowed(Percent.parse("a slowdown", share), comparison.result());
            } else {
                calibration.add(comparison.result(), confirmed(run.resolve("again"), comparison));
            }
        }
        if (calibration.runs() == 0 && calibration.slowed().isEmpty()) {
            throw new UsageException(folder + " holds no complete run of calibrate");
        }
        return calibration;
    }

    private Comparison confirmed(Path again, SequentialComparison comparison) throws IOException {
        return Files.isDirectory(again)
                ? comparison.confirmed(
                        Suite.read(again.resolve("base"), settings), Suite.read(again.resolve("head"), settings))
                : comparison.result();
    }

    private List<Path> runs() throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(run -> Files.exists(run.resolve(COMPLETE)))
                    .sorted()
                    .toList();
        }
    }
}
