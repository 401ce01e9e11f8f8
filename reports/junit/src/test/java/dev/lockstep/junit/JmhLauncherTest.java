package dev.lockstep.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** What JMH is told; {@link BenchmarkAssertIT} lets it run. */
class JmhLauncherTest {
    private final JmhLauncher launcher = new JmhLauncher();

    private Options options(String benchmark, OptionsBuilder said) {
        return launcher.options("org.example." + benchmark, said.build(), Path.of("results.json"));
    }

    @Test
    void knowsTheBenchmarksOfTheClassPath() {
        assertThat(launcher.benchmarks())
                .contains(
                        new Launcher.Listed("org.example.Mine.decode", Set.of("bytes")),
                        new Launcher.Listed("org.example.Broken.decode", Set.of()));
    }

    @Test
    void aLaunchIsShortWhereNobodySaysOtherwise() {
        Options options = options("Broken.decode", new OptionsBuilder());

        assertThat(options.getForkCount().get()).isEqualTo(1);
        assertThat(options.getWarmupIterations().get()).isEqualTo(5);
        assertThat(options.getWarmupTime().get()).isEqualTo(TimeValue.milliseconds(500));
        assertThat(options.getMeasurementIterations().get()).isEqualTo(5);
        assertThat(options.getMeasurementTime().get()).isEqualTo(TimeValue.milliseconds(200));
        assertThat(options.getJvmArgs().get()).isEmpty();
    }

    @Test
    void annotationsCountBeforeThatAndTheTestBeforeThem() {
        Options annotated = options("Mine.decode", new OptionsBuilder());
        assertThat(annotated.getWarmupTime().hasValue()).isFalse();
        assertThat(annotated.getMeasurementIterations().hasValue()).isFalse();
        assertThat(annotated.getJvmArgs().hasValue()).isFalse();

        OptionsBuilder said = new OptionsBuilder();
        said.measurementIterations(7).param("bytes", "64");
        Options options = options("Mine.decode", said);
        assertThat(options.getMeasurementIterations().get()).isEqualTo(7);
        assertThat(options.getParameter("bytes").get()).containsExactly("64");
    }
}
