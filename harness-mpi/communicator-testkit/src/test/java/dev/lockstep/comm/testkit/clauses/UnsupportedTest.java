package dev.lockstep.comm.testkit.clauses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.ThreadRanks;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is declared lacking is refused with its reason; what is not declared must be there. */
class UnsupportedTest {
    private static final Map<Capability, String> NO_GATHER = Map.of(Capability.GATHER, "the dog ate it");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aCommunicatorMayHaveNothingButAPlaceAndABarrier(int ranks) {
        assertThat(Clauses.of(Barren.UNSUPPORTED))
                .hasSizeGreaterThan(Capability.values().length)
                .allSatisfy(
                        clause -> assertThat(run(clause, ranks, Barren::new)).isEmpty());
    }

    @Test
    void everyClauseIsRunOrLeftOutWithTheReason() {
        Map<String, String> leftOut = Clauses.leftOut(NO_GATHER);
        assertThat(leftOut)
                .containsEntry("gather", "GATHER: the dog ate it")
                .containsKeys("iGather", "gatherv in place")
                .doesNotContainKey("scatter");
        assertThat(Clauses.of(NO_GATHER))
                .extracting(Clause::name)
                .contains("scatter", RefusalClauses.name(Capability.GATHER))
                .doesNotContainAnyElementsOf(leftOut.keySet())
                .hasSize(Clauses.all().size() - leftOut.size() + 2);
    }

    @ParameterizedTest
    @EnumSource
    void everyCapabilityHasAnOperation(Capability capability) {
        // All is there, so nothing is refused.
        assertThat(run(refusal(Map.of(capability, "not here"), capability), 1, UnaryOperator.identity()))
                .hasValueSatisfying(why -> assertThat(why).contains("declared unsupported"));
    }

    @Test
    void silentEmulationIsRejected() {
        assertThat(run(refusal(NO_GATHER, Capability.GATHER), 2, comm -> new Lacking(comm, NO_GATHER)))
                .hasValueSatisfying(why -> assertThat(why).contains("declared unsupported, and does something"));
    }

    @Test
    void anotherReasonIsRejected() {
        Map<Capability, String> excuse = Map.of(Capability.GATHER, "no time");
        assertThat(run(refusal(NO_GATHER, Capability.GATHER), 2, comm -> new Refusing(comm, excuse)))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("the dog ate it").contains("no time"));
        assertThat(run(Clauses.of(NO_GATHER), RefusalClauses.DECLARED, comm -> new Refusing(comm, excuse)))
                .isPresent();
    }

    @Test
    void whatIsNotDeclaredMustBeThere() {
        assertThat(run(Clauses.all(), "gather", comm -> new Refusing(comm, Map.of())))
                .hasValueSatisfying(why -> assertThat(why).contains("does not declare so"));
    }

    @Test
    void theReasonStandsInTheException() {
        try (World world = new LocalProvider().open(new WorldOptions(1, 1))) {
            Communicator comm = new Refusing(world.communicator(0, 0), NO_GATHER);
            assertThat(comm.supports(Capability.GATHER)).isFalse();
            assertThatThrownBy(() -> comm.gather(ByteBuffer.allocate(1), ByteBuffer.allocate(1), 0))
                    .isInstanceOfSatisfying(UnsupportedCapabilityException.class, e -> {
                        assertThat(e.capability()).isEqualTo(Capability.GATHER);
                        assertThat(e.reason()).isEqualTo("the dog ate it");
                        assertThat(e).hasMessage("GATHER is not supported: the dog ate it");
                    });
        }
    }

    private static Clause refusal(Map<Capability, String> unsupported, Capability capability) {
        return clause(RefusalClauses.of(unsupported), RefusalClauses.name(capability));
    }

    private static Clause clause(Iterable<Clause> clauses, String name) {
        for (Clause clause : clauses) {
            if (clause.name().equals(name)) {
                return clause;
            }
        }
        throw new AssertionError("no clause " + name);
    }

    private static Optional<String> run(Iterable<Clause> clauses, String name, UnaryOperator<Communicator> dressing) {
        return run(clause(clauses, name), 2, dressing);
    }

    private static Optional<String> run(Clause clause, int ranks, UnaryOperator<Communicator> dressing) {
        return new ThreadRanks(new LocalProvider(), Duration.ofSeconds(5), dressing).run(clause, ranks);
    }

    /** Declares a lack. */
    private static class Lacking extends Delegating {
        private final Map<Capability, String> unsupported;

        Lacking(Communicator to, Map<Capability, String> unsupported) {
            super(to);
            this.unsupported = unsupported;
        }

        @Override
        public Map<Capability, String> unsupported() {
            return unsupported;
        }
    }

    /** Refuses to gather. */
    private static final class Refusing extends Lacking {
        Refusing(Communicator to, Map<Capability, String> unsupported) {
            super(to, unsupported);
        }

        @Override
        public void gather(ByteBuffer contribution, ByteBuffer result, int root) {
            throw UnsupportedCapabilityException.of(this, Capability.GATHER);
        }
    }
}
