package dev.lockstep.reports.regression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Results that were written to files, read and compared. */
final class Compared {
    /** Whatever the conditions. */
    static final Settings ANYTHING = new Settings(
            Settings.DEFAULT.floor(),
            Settings.DEFAULT.falseDiscoveryRate(),
            Settings.DEFAULT.statistic(),
            Set.of(Settings.Difference.values()),
            List.of(),
            List.of(),
            Settings.DEFAULT.metrics(),
            Settings.DEFAULT.placement());

    private Compared() {}

    static Comparison in(Path directory, Results base, Results head, Settings settings) throws IOException {
        return Comparison.of(
                Suite.read(base.in(directory, "base.json"), settings),
                Suite.read(head.in(directory, "head.json"), settings),
                settings);
    }

    /** The only row there is. */
    static Row single(Path directory, Results base, Results head) throws IOException {
        Comparison comparison = in(directory, base, head, Settings.DEFAULT);
        assertThat(comparison.rows()).hasSize(1);
        return comparison.rows().get(0);
    }

    static void assertNotComparable(Row row, String why) {
        assertThat(row.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(row.why()).isEqualTo(why);
    }
}
