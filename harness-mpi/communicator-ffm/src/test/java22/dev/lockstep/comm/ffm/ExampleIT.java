package dev.lockstep.comm.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The program of the README runs on every MPI, as the README says. */
@Tag("default")
class ExampleIT {
    @ParameterizedTest
    @EnumSource
    @Timeout(value = 400, unit = TimeUnit.SECONDS)
    void pi(TestedMpi mpi) throws Exception {
        Ranks.Outcome outcome = Ranks.of(mpi, 3).run("examples/Pi.java");
        assertThat(outcome.out())
                .contains("pi is 3.141593, say 3 ranks of ", "greetings from 1", "greetings from 2")
                .doesNotContain("WARNING");
        assertThat(outcome.exit()).isZero();
    }
}
