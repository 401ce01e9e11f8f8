package dev.lockstep.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class CoreWatchTest {
    private static double[] readings(int near, int far, double... others) {
        return DoubleStream.concat(
                        DoubleStream.concat(
                                DoubleStream.generate(() -> 62).limit(near),
                                DoubleStream.generate(() -> 330).limit(far)),
                        DoubleStream.of(others))
                .toArray();
    }

    @Test
    void saysBetweenWhatAMachineMoves() {
        assertThat(CoreWatch.text(500, readings(290, 210)))
                .startsWith("this machine moves: from core to core 62 ns in 58% of the time, 330 ns in 42%.");
    }

    @Test
    void aMachineThatStaysHasOnePlacement() {
        assertThat(CoreWatch.text(500, readings(500, 0)))
                .isEqualTo("one while it was watched: from core to core 62 ns in 100% of the time");
    }

    @Test
    void anOddReadingIsNoPlacement() {
        assertThat(CoreWatch.text(500, readings(480, 0, 8000)))
                .startsWith("one while")
                .contains("62 ns in 100%");
    }

    @Test
    void aBusyMachineIsNotJudgedByAFewLooks() {
        assertThat(CoreWatch.text(500, 62, 62, 62, 62))
                .startsWith("one while")
                .endsWith("But it is so busy that only 4 of 500 looks succeeded");
    }

    @Test
    void nothingIsMadeUpWhereNothingWasRead() {
        assertThat(CoreWatch.text(500)).startsWith("unknown: ");
    }
}
