package dev.lockstep.comm.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.comm.testkit.clauses.Clauses;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rank that fails, dies or hangs costs its clause, and no other; no process is left behind. */
class LaunchedRanksTest {
    private static final String HANGING = "allocated buffers are zeroed, in native order";
    private static final String DYING = "a color that cannot be is refused";
    private static final String WRONG = "a negative capacity is refused";
    private static final String SOUND = "barriers follow each other";
    private static final String DECLARED = "what a communicator lacks is what its provider declares";

    @TempDir
    Path work;

    @Test
    void oneClauseFailsAtATime() throws IOException, InterruptedException {
        Map<String, Optional<String>> outcomes =
                run("test-faulty", leftOut(Set.of(HANGING, SOUND, DYING, WRONG), ThreadLevelMain.CLAUSE));
        assertThat(outcomes.keySet())
                .containsExactly(HANGING, SOUND, DYING, WRONG, DECLARED, SharingClauses.LEVEL, LaunchedRanks.END);
        assertThat(outcomes.get(HANGING).orElseThrow())
                .startsWith("\"" + HANGING + "\" with 1 ranks: rank 0: did not end within 120000 ms at ")
                .contains("FaultyProvider");
        assertThat(outcomes.get(DYING).orElseThrow())
                .startsWith("\"" + DYING + "\" with 1 ranks: rank 0 died, exit code 77; the last output is: ");
        assertThat(outcomes.get(WRONG).orElseThrow())
                .startsWith("\"" + WRONG + "\" with 1 ranks: rank 0: ")
                .endsWith("not java.lang.UnsupportedOperationException: no bytes today");
        for (String clause : List.of(SOUND, DECLARED, SharingClauses.LEVEL, LaunchedRanks.END)) {
            assertThat(outcomes.get(clause)).as(clause).isEmpty();
        }
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void aThreadLevelLowerThanWhatWasAskedForFails() throws IOException, InterruptedException {
        Map<String, Optional<String>> outcomes = run("test-lowering", leftOut(Set.of()));
        assertThat(outcomes.get(ThreadLevelMain.CLAUSE))
                .hasValueSatisfying(why -> assertThat(why).contains("rank 0", "MULTIPLE", "SINGLE"));
        assertThat(outcomes.get(SharingClauses.LEVEL))
                .as("threads share though the level is too low")
                .hasValueSatisfying(why -> assertThat(why).contains("rank 0", "sharing at the thread level SINGLE"));
        assertThat(new ThreadRanks(new FaultyProvider.Lowering(), LaunchedRanks.LIMIT, UnaryOperator.identity())
                        .run(Clauses.all().get(0), 1))
                .hasValueSatisfying(why -> assertThat(why).contains("SERIALIZED has SINGLE"));
    }

    private static Set<String> leftOut(Collection<String> checked, String... more) {
        Set<String> leftOut = Clauses.all().stream().map(Clause::name).collect(Collectors.toCollection(HashSet::new));
        leftOut.removeAll(checked);
        leftOut.addAll(List.of(more));
        return leftOut;
    }

    /** A launcher that starts one process needs no command of its own. */
    private Map<String, Optional<String>> run(String provider, Set<String> leftOut)
            throws IOException, InterruptedException {
        LaunchedRanks ranks = new LaunchedRanks(
                provider, Availability.Available.plain("1", "here"), Map.of(), LaunchedRanks.LIMIT, Map.of(), leftOut);
        return ranks.run(List.of(), 1, work);
    }
}
