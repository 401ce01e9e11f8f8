package dev.lockstep.harness.plan;

import static dev.lockstep.harness.Thrown.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.CombinationRule;
import dev.lockstep.harness.launch.ProcessLauncher;
import dev.lockstep.harness.run.Benchmark;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.LeftOut;
import dev.lockstep.harness.run.LockstepOptionsBuilder;
import dev.lockstep.harness.run.RunOptions;
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

    /** Left feet are not for plain processes, and talk to each other in MPI; right feet need a property. */
    public static final class Ways implements CombinationRule {
        /** For the harness. */
        public Ways() {}

        private static boolean isLeft(Map<String, String> params, String comm) {
            return params.get("foot").equals("left") && params.get("comm").equals(comm);
        }

        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return isLeft(params, "none")
                    ? Optional.of(new Obstacle("processes have no left foot", "take the right one"))
                    : Optional.empty();
        }

        @Override
        public Optional<Availability.Available> requirements(Map<String, String> params) {
            return params.get("foot").equals("left")
                    ? Optional.empty()
                    : Optional.of(new Availability.Available(
                            "1", "here", List.of(), Map.of("wing", params.get("comm")), Map.of()));
        }

        @Override
        public Optional<ThreadLevel> threadLevel(Map<String, String> params) {
            return isLeft(params, "openmpi") ? Optional.of(ThreadLevel.MULTIPLE) : Optional.empty();
        }
    }

    /** Cannot be asked. */
    private static final class Secret implements CombinationRule {
        @Override
        public Optional<Obstacle> obstacle(Map<String, String> params, int threads) {
            return Optional.empty();
        }
    }

    private static final Benchmark WALK = benchmark("a.Walk.walk", false, Shoes.class);
    private static final List<Benchmark> HOP = List.of(benchmark("a.Hop.hop", true, Ways.class));
    private static final Benchmark RUN = benchmark("a.Run.run", false, Shoes.class);

    private static Benchmark benchmark(String name, boolean ranked, Class<? extends CombinationRule> rule) {
        Map<String, List<String>> params =
                Map.of("foot", List.of("left", "right"), "shoe", List.of("left", "right"), "lace", List.of("red"));
        Benchmark plain =
                new Benchmark(name, Mode.AverageTime, ranked, false, ranked, false, 1, params, Optional.empty());
        return Cells.declaring(plain, rule);
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

    /** And cells with other requirements are in other launches, pilots too. */
    @Test
    void theRuleSeesTheCommunicatorAndWhatItRequiresIsInTheLayout() {
        RunOptions options =
                Cells.options(List.of("local", "none"), List.of(2), List.of(1), Map.of("shoe", List.of("left")));
        assertThat(Matrix.cells(HOP, options))
                .extracting(
                        Cell::id,
                        cell -> cell.layout()
                                .requirements(new ProcessLauncher())
                                .options())
                .containsExactlyInAnyOrder(
                        tuple("a.Hop.hop ss comm=local foot=left lace=red ranks=2 shoe=left threads=1", List.of()),
                        tuple(
                                "a.Hop.hop ss comm=local foot=right lace=red ranks=2 shoe=left threads=1",
                                List.of("-Dwing=local")),
                        tuple(
                                "a.Hop.hop ss comm=none foot=right lace=red ranks=2 shoe=left threads=1",
                                List.of("-Dwing=none")));
        assertThat(Matrix.unfit(HOP, options))
                .containsExactly(new LeftOut(
                        "Hop.hop with comm=none foot=left", "processes have no left foot", "take the right one"));
    }

    /** That of its parameters, unless the user asks for one: then what takes a higher one is left out. */
    @Test
    void theRuleMayTakeAThreadLevel() {
        LockstepOptionsBuilder options = new LockstepOptionsBuilder()
                .comm("openmpi", "local")
                .param("shoe", "left")
                .jvm(new Jvm("java", List.of()));
        assertThat(Matrix.cells(HOP, options.build()))
                .extracting(
                        cell -> cell.params().get("foot") + " " + cell.layout().comm(),
                        cell -> cell.layout().asked())
                .containsExactlyInAnyOrder(
                        tuple("left openmpi", Optional.of(ThreadLevel.MULTIPLE)),
                        tuple("right openmpi", Optional.empty()),
                        tuple("left local", Optional.empty()),
                        tuple("right local", Optional.empty()));
        RunOptions single = options.threadLevel("single").build();
        assertThat(Matrix.cells(HOP, single))
                .extracting(
                        cell -> cell.params().get("foot") + " " + cell.layout().comm())
                .containsExactlyInAnyOrder("right openmpi", "left local", "right local");
        assertThat(Matrix.unfit(HOP, single)).singleElement().satisfies(left -> {
            assertThat(left.what()).isEqualTo("Hop.hop, in part, at thread level single");
            assertThat(left.reason()).contains("take thread level multiple", "its rule");
        });
    }

    private static void assertNoCells(String message, Benchmark benchmark, Map<String, List<String>> params) {
        assertRefused(() -> Matrix.cells(List.of(benchmark), options(params, 1)), message);
    }

    @Test
    void aRunOfNothingElseIsRefusedWithTheReasonAndSoIsWhatDoesNotExist() {
        assertNoCells(
                "Walk.walk: the right shoe is for the other foot; take the other shoe",
                WALK,
                Map.of("foot", List.of("left"), "shoe", List.of("right")));
        assertNoCells(
                "Walk.walk: no foot is called 'third'; there are left, right", WALK, Map.of("foot", List.of("third")));
        assertNoCells("a public constructor without arguments", benchmark("a.Hop.hop", false, Secret.class), Map.of());
    }
}
