package dev.lockstep.comm.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Clauses;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rank that fails, dies or hangs costs its clause, within the time limit, and no other; no process is left behind. */
class LaunchedRanksTest {
    private static final String CLAUSE = "allocated buffers are zeroed, in native order";

    @TempDir
    Path work;

    @ParameterizedTest
    @CsvSource({
        "test-wrong, no bytes today",
        "test-dying, exit code 77",
        "test-hanging, did not end within 4000 ms",
    })
    void oneClauseFails(String provider, String reason) throws IOException, InterruptedException {
        LaunchedRanks ranks = new LaunchedRanks(
                provider,
                Availability.Available.plain("1", "here"),
                Map.of(),
                Duration.ofMillis(4000),
                Map.of(),
                Set.of());
        // A launcher that starts one process needs no command of its own.
        Map<String, Optional<String>> outcomes = ranks.run(List.of(), 1, work);
        assertThat(outcomes)
                .hasSize(Clauses.of(Map.of()).size() + SharingClauses.all().size() + 3);
        assertThat(outcomes.get(CLAUSE)).isPresent();
        assertThat(outcomes.get(CLAUSE).get())
                .contains(CLAUSE)
                .contains("rank 0")
                .contains(reason);
        outcomes.forEach((clause, failure) -> {
            if (!clause.equals(CLAUSE)) {
                assertThat(failure).as(clause).isEmpty();
            }
        });
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void aThreadLevelLowerThanWhatWasAskedForFails() throws IOException, InterruptedException {
        LaunchedRanks ranks = new LaunchedRanks(
                "test-lowering",
                Availability.Available.plain("1", "here"),
                Map.of(),
                LaunchedRanks.LIMIT,
                Map.of(),
                Clauses.all().stream().map(Clause::name).collect(Collectors.toSet()));
        Map<String, Optional<String>> outcomes = ranks.run(List.of(), 1, work);
        assertThat(outcomes.get(ThreadLevelMain.CLAUSE))
                .hasValueSatisfying(why -> assertThat(why).contains("rank 0", "MULTIPLE", "SINGLE"));
        assertThat(outcomes.get(SharingClauses.LEVEL))
                .as("threads share though the level is too low")
                .hasValueSatisfying(why -> assertThat(why).contains("rank 0", "sharing at the thread level SINGLE"));
        assertThat(new ThreadRanks(new FaultyProvider.Lowering(), LaunchedRanks.LIMIT, UnaryOperator.identity())
                        .run(Clauses.all().get(0), 1))
                .hasValueSatisfying(why -> assertThat(why).contains("SERIALIZED has SINGLE"));
    }
}
