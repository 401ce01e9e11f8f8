package dev.lockstep.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreWatchTest {
    /** Of 500 looks so many were near, so many far, and one perhaps odd. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            290 | 210 | 0    | this machine moves: from core to core 62 ns in 58% of the time, 330 ns in 42%. What ranks say to each other differs as much; docs/method.md says what helps
            500 | 0   | 0    | one while it was watched: from core to core 62 ns in 100% of the time
            480 | 0   | 8000 | one while it was watched: from core to core 62 ns in 100% of the time
            4   | 0   | 0    | one while it was watched: from core to core 62 ns in 100% of the time. But it is so busy that only 4 of 500 looks succeeded
            0   | 0   | 0    | unknown: no steady reading; is this machine busy?
            """)
    void saysBetweenWhatAMachineMoves(int near, int far, double odd, String text) {
        double[] readings = Stream.of(
                        DoubleStream.generate(() -> 62).limit(near),
                        DoubleStream.generate(() -> 330).limit(far),
                        DoubleStream.of(odd).filter(reading -> reading > 0))
                .flatMapToDouble(some -> some)
                .toArray();
        assertThat(CoreWatch.text(500, readings)).isEqualTo(text);
    }

    @Test
    void itTakesATime() {
        CoreWatch watch = new CoreWatch();
        watch.time = "never";
        assertThatThrownBy(() -> watch.watch(true, null, null)).hasMessageContaining("--watch takes a time");
    }
}
