package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
    @TempDir
    Path directory;

    private int files;

    private static Suite read(Results results, Path file) throws IOException {
        return Suite.read(results.in(file.getParent(), file.getFileName().toString()), Settings.DEFAULT);
    }

    private Suite suite(double wandering) throws IOException {
        return read(
                new Results().add("b.Quiet.m", Results.around(100, 5)).add("b.Wanders.m", Results.around(wandering, 5)),
                directory.resolve("part-" + files++ + ".json"));
    }

    private Path yaml(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /** The settings with the floors that a calibration suggests. */
    private Settings written(Calibration calibration) throws IOException {
        StringWriter yaml = new StringWriter();
        SettingsWriter.floors(calibration, yaml);
        return SettingsReader.read(yaml("floors.yaml", yaml.toString()));
    }

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

    /** In each run what was called slower is not when measured again. */
    @Test
    void suggestsTheFloorAtWhichNoRunWouldHaveSeenADifference() throws IOException {
        Calibration calibration = new Calibration(Settings.DEFAULT);
        for (double[] run : new double[][] {{100, 100}, {100, 107}, {104, 100}}) {
            SequentialComparison comparison = new SequentialComparison(Settings.DEFAULT, 1);
            Suite base = suite(run[0]);
            comparison.look(base, suite(run[1]));
            calibration.add(comparison.result(), comparison.confirmed(base, base));
        }

        assertThat(calibration.runs()).isEqualTo(3);
        assertThat(calibration.slower()).isEqualTo(new Share(1, 6));
        assertThat(calibration.slowerAgain()).isEqualTo(new Share(0, 6));
        assertThat(calibration.faster()).isEqualTo(new Share(1, 6));
        Settings settings = written(calibration);
        assertThat(calibration.noise()).hasSize(2).allSatisfy((id, noise) -> {
            boolean wanders = id.benchmark().equals("b.Wanders.m");
            assertThat(noise.needsFloor()).isEqualTo(wanders);
            assertThat(noise.floor()).isEqualTo(wanders ? 0.08 : 0.03);
            assertThat(noise.ratios()).hasSize(3).isSorted();
            assertThat(settings.floor(id)).isEqualTo(noise.floor());
        });
    }

    @Test
    void keepsTheSettingsThatThereWere() throws IOException {
        Settings settings = SettingsReader.read(yaml("before.yaml", """
                floor: 4%
                falseDiscoveryRate: 2%
                seed: 7
                allow: [cpu, jdk]
                ignoreFlags: ['^-Dx=']
                overrides: [{benchmark: 'Wanders|Else', floor: 6%}]
                metrics: [{metric: hits, better: higher, floor: 5%}]
                """));
        Calibration calibration = new Calibration(settings);
        SequentialComparison comparison = new SequentialComparison(settings, 1);
        comparison.look(suite(100), suite(300));
        calibration.add(comparison.result(), comparison.result());

        Settings after = written(calibration);

        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("overrides", "ignoredFlags")
                .isEqualTo(settings);
        assertThat(after.ignoredFlags()).extracting(Object::toString).containsExactly("^-Dx=");
        // As wide as can be said: this row wanders by more than any floor.
        assertThat(after.overrides()).extracting(Settings.Override::floor).containsExactly(0.06, 0.99);
    }

    @Test
    void countsScoresAndNamesWhatIsInNoRate() throws IOException {
        Calibration calibration = new Calibration(Settings.DEFAULT);
        Results few = new Results().add("b.Few.m", Results.around(100, 2)).add("b.Quiet.m", Results.around(100, 5));
        Suite base = read(few, directory.resolve("few.json"));
        SequentialComparison comparison = new SequentialComparison(Settings.DEFAULT, 1);
        comparison.look(base, base);
        calibration.add(comparison.result(), comparison.result());
        calibration.addSlowed(0.05, comparison.result());

        assertThat(calibration.slower()).isEqualTo(new Share(0, 1));
        assertThat(calibration.leftOut())
                .containsExactly(
                        "run 1: b.Few.m [ss]: inconclusive, 2 forks; it takes 3",
                        "5% slower: b.Few.m [ss]: inconclusive, 2 forks; it takes 3");
    }
}
