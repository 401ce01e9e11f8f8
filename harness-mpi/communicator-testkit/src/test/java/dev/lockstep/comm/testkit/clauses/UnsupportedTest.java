package dev.lockstep.comm.testkit.clauses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.UnsupportedCapabilityException;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.LaunchedRanks;
import dev.lockstep.comm.testkit.ThreadRanks;
import dev.lockstep.comm.testkit.clauses.Broken.Call;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is declared lacking is refused with its reason; what is not declared must be there. */
class UnsupportedTest {
    private static final Map<Capability, String> NOTHING = Arrays.stream(Capability.values())
            .collect(Collectors.toMap(Function.identity(), capability -> "nobody here has " + capability));

    private static final Map<Capability, String> NO_GATHER = Map.of(Capability.GATHER, "the dog ate it");

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aCommunicatorMayHaveNothingButAPlaceAndABarrier(int ranks) {
        assertThat(Clauses.of(NOTHING))
                .hasSizeGreaterThan(Capability.values().length)
                .allSatisfy(clause ->
                        assertThat(run(clause, ranks, UnsupportedTest::barren)).isEmpty());
    }

    /** A communicator that has no more than it must. */
    private static Communicator barren(Communicator to) {
        return (Communicator) Proxy.newProxyInstance(
                Communicator.class.getClassLoader(),
                new Class<?>[] {Communicator.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "rank", "size", "allocate", "barrier", "close" -> new Call(to, method, arguments).go();
                    case "unsupported" -> NOTHING;
                    default -> InvocationHandler.invokeDefault(self, method, arguments);
                });
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
        assertThat(run(refusal(NO_GATHER, Capability.GATHER), 2, comm -> lacking(comm, NO_GATHER)))
                .hasValueSatisfying(why -> assertThat(why).contains("declared unsupported, and does something"));
    }

    @Test
    void anotherReasonIsRejected() {
        Map<Capability, String> excuse = Map.of(Capability.GATHER, "no time");
        assertThat(run(refusal(NO_GATHER, Capability.GATHER), 2, comm -> refusing(comm, excuse)))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("the dog ate it").contains("no time"));
        assertThat(run(Clauses.of(NO_GATHER), RefusalClauses.DECLARED, comm -> refusing(comm, excuse)))
                .isPresent();
    }

    @Test
    void whatIsNotDeclaredMustBeThere() {
        assertThat(run(Clauses.all(), "gather", comm -> refusing(comm, Map.of())))
                .hasValueSatisfying(why -> assertThat(why).contains("does not declare so"));
    }

    @Test
    void theReasonStandsInTheException() {
        try (World world = new LocalProvider().open(new WorldOptions(1, 1))) {
            Communicator comm = refusing(world.communicator(0, 0), NO_GATHER);
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
        return new ThreadRanks(new LocalProvider(), LaunchedRanks.LIMIT, dressing).run(clause, ranks);
    }

    /** Declares a lack. */
    private static Communicator lacking(Communicator to, Map<Capability, String> unsupported) {
        return Broken.of(Communicator.class, to, "unsupported", call -> unsupported);
    }

    /** Refuses to gather. */
    private static Communicator refusing(Communicator to, Map<Capability, String> unsupported) {
        Communicator lacking = lacking(to, unsupported);
        return Broken.of(Communicator.class, lacking, "gather", call -> {
            throw UnsupportedCapabilityException.of(lacking, Capability.GATHER);
        });
    }
}
