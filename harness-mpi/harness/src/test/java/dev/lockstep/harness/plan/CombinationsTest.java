package dev.lockstep.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.Scored;
import dev.lockstep.harness.launch.ProcessLauncher;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.run.UsageException;
import dev.lockstep.spi.Availability;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class CombinationsTest {
    /** Left shoes go with left feet; a pair takes two threads. */
    public static final class Shoes implements CombinationRule {
        /** For the harness. */
        public Shoes() {}

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            if (params.get("foot").equals("third")) {
                throw new IllegalArgumentException("no foot is called 'third'; there are left, right");
            }
            if (threads > 2) {
                return Optional.of(new Obstacle("nobody has " + threads + " feet", "take two"));
            }
            return params.get("foot").equals(params.get("shoe"))
                    ? Optional.empty()
                    : Optional.of(new Obstacle(
                            "the " + params.get("shoe") + " shoe is for the other foot", "take the other shoe"));
        }
    }

    /** Left feet are not for plain processes. */
    public static final class Ways implements CombinationRule {
        /** For the harness. */
        public Ways() {}

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return params.get("comm").equals("none") && params.get("foot").equals("left")
                    ? Optional.of(new Obstacle("processes have no left foot", "take the right one"))
                    : Optional.empty();
        }
    }

    /** Right feet need a property. */
    public static final class Wings implements CombinationRule {
        /** For the harness. */
        public Wings() {}

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return Optional.empty();
        }

        @Override
        public Optional<Availability.Available> requirements(Map<String, String> params) {
            return params.get("foot").equals("left")
                    ? Optional.empty()
                    : Optional.of(new Availability.Available(
                            "1", "here", List.of(), Map.of("wing", params.get("comm")), Map.of()));
        }
    }

    /** Left feet talk to each other. */
    public static final class Talking implements CombinationRule {
        /** For the harness. */
        public Talking() {}

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return Optional.empty();
        }

        @Override
        public Optional<ThreadLevel> threadLevel(Map<String, String> params) {
            return params.get("foot").equals("left") && params.get("comm").equals("openmpi")
                    ? Optional.of(ThreadLevel.MULTIPLE)
                    : Optional.empty();
        }
    }

    /** Cannot be asked. */
    private static final class Secret implements CombinationRule {
        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return Optional.empty();
        }
    }

    private static final Benchmark WALK = benchmark("a.Walk.walk", Shoes.class);
    private static final Benchmark RUN = benchmark("a.Run.run", Shoes.class);

    private static Benchmark benchmark(String name, Class<? extends CombinationRule> rule) {
        return benchmark(name, false, rule);
    }

    private static Benchmark benchmark(String name, boolean ranked, Class<? extends CombinationRule> rule) {
        Map<String, List<String>> params =
                Map.of("foot", List.of("left", "right"), "shoe", List.of("left", "right"), "lace", List.of("red"));
        return new Benchmark(
                name,
                Mode.AverageTime,
                ranked,
                false,
                ranked,
                false,
                1,
                params,
                Optional.empty(),
                Optional.of(rule),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Scored.Ranks.ALL);
    }

    private static RunOptions options(Map<String, List<String>> params, Integer... threads) {
        return Cells.options(List.of("local"), List.of(2), List.of(threads), params);
    }

    @Test
    void whatDoesNotGoTogetherIsLeftOutAndTheRestIsMeasured() {
        List<Benchmark> both = List.of(WALK, RUN);
        assertThat(Matrix.cells(both, options(Map.of(), 1)).stream().map(Cell::id))
                .containsExactlyInAnyOrder(
                        "a.Walk.walk avgt foot=left lace=red shoe=left threads=1",
                        "a.Walk.walk avgt foot=right lace=red shoe=right threads=1",
                        "a.Run.run avgt foot=left lace=red shoe=left threads=1",
                        "a.Run.run avgt foot=right lace=red shoe=right threads=1");
        List<LeftOut> leftOut = Matrix.impossible(both, options(Map.of(), 1));
        assertThat(leftOut).hasSize(2).isEqualTo(Matrix.unfit(both, options(Map.of(), 1)));
        assertThat(leftOut).anySatisfy(left -> {
            assertThat(left.what()).isEqualTo("Walk.walk, Run.run with foot=right shoe=left");
            assertThat(left.reason()).isEqualTo("the left shoe is for the other foot");
            assertThat(left.remedy()).isEqualTo("take the other shoe");
        });
    }

    @Test
    void threadsCountAndWhatIsNamedIsInWhatTheyDifferFromOthers() {
        assertThat(Matrix.cells(List.of(WALK), options(Map.of(), 1, 3))).hasSize(2);
        assertThat(Matrix.impossible(List.of(WALK), options(Map.of(), 3)))
                .singleElement()
                .satisfies(left -> {
                    assertThat(left.what()).isEqualTo("Walk.walk");
                    assertThat(left.reason()).isEqualTo("nobody has 3 feet");
                });
    }

    @Test
    void theRuleSeesTheCommunicator() {
        List<Benchmark> hop = List.of(benchmark("a.Hop.hop", true, Ways.class));
        RunOptions options =
                Cells.options(List.of("local", "none"), List.of(2), List.of(1), Map.of("shoe", List.of("left")));
        assertThat(Matrix.cells(hop, options).stream().map(Cell::id))
                .containsExactlyInAnyOrder(
                        "a.Hop.hop ss comm=local foot=left lace=red ranks=2 shoe=left threads=1",
                        "a.Hop.hop ss comm=local foot=right lace=red ranks=2 shoe=left threads=1",
                        "a.Hop.hop ss comm=none foot=right lace=red ranks=2 shoe=left threads=1");
        assertThat(Matrix.unfit(hop, options))
                .containsExactly(new LeftOut(
                        "Hop.hop with comm=none foot=left", "processes have no left foot", "take the right one"));
    }

    /** Cells with other requirements are in other launches, pilots too. */
    @Test
    void whatTheRuleRequiresIsInTheLayout() {
        List<Benchmark> fly = List.of(benchmark("a.Fly.fly", true, Wings.class));
        RunOptions options = Cells.options(List.of("none"), List.of(2), List.of(1), Map.of("shoe", List.of("left")));
        assertThat(Matrix.cells(fly, options))
                .extracting(
                        cell -> cell.params().get("foot"),
                        cell -> cell.layout()
                                .requirements(new ProcessLauncher())
                                .options())
                .containsExactlyInAnyOrder(tuple("left", List.of()), tuple("right", List.of("-Dwing=none")));
    }

    /** That of its parameters, unless the user asks for one: then what takes a higher one is left out. */
    @Test
    void theRuleMayTakeAThreadLevel() {
        List<Benchmark> talk = List.of(benchmark("a.Talk.talk", true, Talking.class));
        LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                .comm("openmpi", "local")
                .param("shoe", "left")
                .jvm(new Jvm("java", List.of()));
        assertThat(Matrix.cells(talk, options.build()))
                .extracting(
                        cell -> cell.params().get("foot") + " " + cell.layout().comm(),
                        cell -> cell.layout().asked())
                .containsExactlyInAnyOrder(
                        tuple("left openmpi", Optional.of(ThreadLevel.MULTIPLE)),
                        tuple("right openmpi", Optional.empty()),
                        tuple("left local", Optional.empty()),
                        tuple("right local", Optional.empty()));
        RunOptions single = options.threadLevel("single").build();
        assertThat(Matrix.cells(talk, single))
                .extracting(
                        cell -> cell.params().get("foot") + " " + cell.layout().comm())
                .containsExactlyInAnyOrder("right openmpi", "left local", "right local");
        assertThat(Matrix.unfit(talk, single)).singleElement().satisfies(left -> {
            assertThat(left.what()).isEqualTo("Talk.talk, in part, at thread level single");
            assertThat(left.reason()).contains("take thread level multiple", "its rule");
        });
    }

    @Test
    void aRunOfNothingButThatIsRefusedWithTheReason() {
        assertThatThrownBy(() -> Matrix.cells(
                        List.of(WALK), options(Map.of("foot", List.of("left"), "shoe", List.of("right")), 1)))
                .isInstanceOf(UsageException.class)
                .hasMessage("Walk.walk: the right shoe is for the other foot; take the other shoe");
    }

    @Test
    void whatDoesNotExistAtAllIsBadUsage() {
        assertThatThrownBy(() -> Matrix.cells(List.of(WALK), options(Map.of("foot", List.of("third")), 1)))
                .isInstanceOf(UsageException.class)
                .hasMessage("Walk.walk: no foot is called 'third'; there are left, right");
    }

    @Test
    void aRuleThatCannotBeAskedIsSaidToBeSo() {
        assertThatThrownBy(() -> Matrix.cells(List.of(benchmark("a.Hop.hop", Secret.class)), options(Map.of(), 1)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("a public constructor without arguments");
    }
}
