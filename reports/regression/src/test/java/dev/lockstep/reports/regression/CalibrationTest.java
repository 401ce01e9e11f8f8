package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
    @TempDir
    Path directory;

    private int files;

    /** Bounds at which the binomial tail is 2.5%, found by bisection. */
    @Test
    void intervalsAreThoseOfClopperAndPearson() {
        assertThat(new Share(2, 310).low()).isCloseTo(0.000782, within(1e-6));
        assertThat(new Share(2, 310).high()).isCloseTo(0.023110, within(1e-6));
        assertThat(new Share(0, 300).low()).isZero();
        assertThat(new Share(0, 300).high()).isCloseTo(0.012221, within(1e-6));
        assertThat(new Share(3, 3).high()).isEqualTo(1);
        assertThat(new Share(2, 310)).hasToString("2 of 310, 0.65% (95% interval 0.08% to 2.31%)");
    }

    @Test
    void suggestsTheFloorAtWhichNoRunWouldHaveSeenADifference() throws IOException {
        Calibration calibration = new Calibration(Settings.DEFAULT);
        add(calibration, 100, 100);
        add(calibration, 100, 107);
        add(calibration, 104, 100);

        assertThat(calibration.runs()).isEqualTo(3);
        assertThat(calibration.slower()).isEqualTo(new Share(1, 6));
        assertThat(calibration.slowerAgain()).isEqualTo(new Share(0, 6));
        assertThat(calibration.faster()).isEqualTo(new Share(1, 6));
        Map<RowId, Calibration.Noise> noise = calibration.noise();
        Calibration.Noise wanders = find(noise, "b.Wanders.m");
        assertThat(wanders.floor()).isEqualTo(0.08);
        assertThat(wanders.needsFloor()).isTrue();
        assertThat(wanders.ratios()).hasSize(3).isSorted();
        assertThat(find(noise, "b.Quiet.m").needsFloor()).isFalse();

        StringWriter yaml = new StringWriter();
        SettingsWriter.floors(calibration, yaml);
        Path file = Files.writeString(directory.resolve("floors.yaml"), yaml.toString());
        Settings settings = SettingsReader.read(file);
        noise.keySet()
                .forEach(id ->
                        assertThat(settings.floor(id)).isEqualTo(id.benchmark().equals("b.Wanders.m") ? 0.08 : 0.03));
    }

    private static Calibration.Noise find(Map<RowId, Calibration.Noise> noise, String benchmark) {
        return noise.entrySet().stream()
                .filter(e -> e.getKey().benchmark().equals(benchmark))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** A run in which what was called slower is not when measured again. */
    private void add(Calibration calibration, double base, double head) throws IOException {
        SequentialComparison comparison = new SequentialComparison(Settings.DEFAULT, 1);
        Suite bases = suite(base);
        comparison.look(bases, suite(head));
        calibration.add(comparison.result(), comparison.confirmed(bases, bases));
    }

    private Suite suite(double wandering) throws IOException {
        Results results =
                new Results().add("b.Quiet.m", Results.around(100, 5)).add("b.Wanders.m", Results.around(wandering, 5));
        return Suite.read(results.in(directory, "part-" + files++ + ".json"), Settings.DEFAULT);
    }
}
