package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.DataDispersion;
import org.junit.jupiter.api.Test;

/** By hand, and beside what others compute. */
class TTestTest {
    private static final double[] BASE = {0, 0.02, 0.04};
    private static final double[] HEAD = {0.10, 0.12, 0.14};

    /** Each side has a variance of 0.0004; with a prior of 0.0002 and as many degrees it is 0.0003, and 0.0002 of the means. */
    @Test
    void moderatedByHand() {
        TTest test = TTest.moderated(BASE, HEAD, new Prior(4, 0.0002, 0));

        assertThat(TTest.variance(BASE, HEAD)).isCloseTo(0.0004, within(1e-12));
        assertThat(test.difference()).isCloseTo(0.1, within(1e-12));
        assertThat(test.error()).isCloseTo(Math.sqrt(0.0002), within(1e-12));
        assertThat(test.degrees()).isEqualTo(8);
        // Student's t of 8 degrees beyond 7.0710678.
        assertThat(test.pSlower()).isCloseTo(5.247681124e-5, within(1e-12));
        assertThat(test.pFaster()).isCloseTo(1 - 5.247681124e-5, within(1e-12));
    }

    @Test
    void aPriorOfNoDegreesLeavesStudents() {
        double[] head = {0.01, 0.12, 0.14, 0.09};
        TTest test = TTest.moderated(BASE, head, new Prior(1e-12, 1, 0));
        var theirs = org.apache.commons.statistics.inference.TTest.withDefaults()
                .with(DataDispersion.HOMOSCEDASTIC)
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(head, BASE);

        assertThat(test.pSlower()).isCloseTo(theirs.getPValue(), within(1e-9));
        assertThat(test.degrees()).isCloseTo(theirs.getDegreesOfFreedom(), within(1e-9));
    }

    @Test
    void welchsIsTheirs() {
        double[] head = {0.01, 0.12, 0.14, 0.09, 0.3};
        TTest test = TTest.welch(BASE, head);
        var theirs = org.apache.commons.statistics.inference.TTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(head, BASE);

        assertThat(test.pSlower()).isCloseTo(theirs.getPValue(), within(1e-12));
        assertThat(test.degrees()).isCloseTo(theirs.getDegreesOfFreedom(), within(1e-9));
        assertThat(test.difference() / test.error()).isCloseTo(theirs.getStatistic(), within(1e-9));
    }

    @Test
    void whatIsKnownForSureIsNormal() {
        TTest test = TTest.moderated(BASE, HEAD, new Prior(Double.POSITIVE_INFINITY, 0.0054, 0));

        assertThat(test.degrees()).isInfinite();
        assertThat(test.error()).isCloseTo(0.06, within(1e-12));
        assertThat(test.pSlower())
                .isCloseTo(NormalDistribution.of(0, 1).survivalProbability(0.1 / 0.06), within(1e-12));
    }

    @Test
    void launchesThatAreAllAlikeDifferOrDoNot() {
        double[] same = {1.5, 1.5, 1.5};
        double[] more = {1.75, 1.75, 1.75, 1.75};

        assertThat(TTest.welch(same, same)).isEqualTo(new TTest(0, 0, 4));
        assertThat(TTest.welch(same, same).pSlower()).isEqualTo(0.5);
        assertThat(TTest.welch(same, more)).isEqualTo(new TTest(0.25, 0, 5));
        assertThat(TTest.welch(same, more).pSlower()).isZero();
        assertThat(TTest.welch(same, more).pFaster()).isEqualTo(1);
        TTest moderated = TTest.moderated(same, same, new Prior(4, 0.0002, 0));
        assertThat(moderated.error()).isGreaterThan(0);
        assertThat(moderated.pSlower()).isEqualTo(0.5);
    }
}
