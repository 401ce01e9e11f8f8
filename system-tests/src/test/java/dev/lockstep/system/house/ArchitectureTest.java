package dev.lockstep.system.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.house.HouseRules.HouseRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the rules of the house over the code of all modules, and shows of each rule that it can fail. */
@Timeout(90)
class ArchitectureTest {
    /** Signatures to compile against; never on a class path at run time, never published. */
    private static final Set<String> STUBS = Set.of("harness-mpi/openmpi-stubs", "harness-mpi/mpijava-stubs");

    /** Without classes, for what is generated is the user's; without any; and what tries and measures all others. */
    private static final Set<String> NOT_LOOKED_AT =
            Set.of("harness-mpi/archetype", "jmh-transports/libraries", "system-tests");

    /** A module's name, and the packages that are its own. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("harness-mpi/spi", "dev\\.lockstep\\.spi"),
            Map.entry(
                    "harness-mpi/communicator",
                    "dev\\.lockstep\\.comm(\\.spi|\\.local|\\.profile|\\.support(\\.reduction)?|\\.ports)?"),
            Map.entry("harness-mpi/communicator-testkit", "dev\\.lockstep\\.comm\\.testkit(\\.clauses)?"),
            Map.entry("harness-mpi/communicator-openmpi", "dev\\.lockstep\\.comm\\.openmpi"),
            Map.entry("harness-mpi/communicator-ffm", "dev\\.lockstep\\.comm\\.ffm"),
            Map.entry("harness-mpi/communicator-sockets", "dev\\.lockstep\\.comm\\.sockets"),
            Map.entry("harness-mpi/communicator-mpijava", "dev\\.lockstep\\.comm\\.mpijava"),
            Map.entry("harness-mpi/run-files", "dev\\.lockstep\\.run(\\.placement)?"),
            Map.entry("harness-mpi/harness", "dev\\.lockstep\\.harness(\\..+)?|org\\.openjdk\\.jmh\\.runner\\.link|"),
            Map.entry("jmh-collectives/algorithms", "dev\\.lockstep\\.collectives\\.(algorithms|flat)"),
            Map.entry("jmh-collectives/communicator-transport", "dev\\.lockstep\\.collectives\\.transport"),
            Map.entry("jmh-collectives/benchmarks", "dev\\.lockstep\\.collectives(\\.jmh_generated)?"),
            Map.entry("jmh-transports/transport", "dev\\.lockstep\\.transport(\\.inproc|\\.ring|\\.process)?"),
            Map.entry("jmh-transports/transport-testkit", "dev\\.lockstep\\.transport\\.testkit"),
            Map.entry(
                    "jmh-transports/transports",
                    "dev\\.lockstep\\.transport\\.(aeron|artemis|channel|communicator|grpc|http|http2|jms|mqtt|netty|shaped|shm|socket|support|zeromq)"),
            Map.entry("jmh-transports/benchmarks", "dev\\.lockstep\\.transport\\.benchmarks(\\..+)?"),
            Map.entry("jmh-transports/patterns", "dev\\.lockstep\\.pattern(\\..+)?"),
            Map.entry("jmh-serialization/codec", "dev\\.lockstep\\.codec(\\.payload(\\.next)?)?"),
            Map.entry("jmh-serialization/codec-testkit", "dev\\.lockstep\\.codec\\.testkit"),
            Map.entry("jmh-serialization/schemas", "dev\\.lockstep\\.codec\\.schema\\..+"),
            Map.entry(
                    "jmh-serialization/codecs",
                    "dev\\.lockstep\\.codec\\.(avro|flatbuffers|fory|jackson|kryo|protobuf|sbe|serializable|support|handwritten)"),
            Map.entry("jmh-serialization/benchmarks", "dev\\.lockstep\\.codec\\.benchmarks(\\..+)?"),
            Map.entry("reports/model", "dev\\.lockstep\\.reports(\\.foreign|\\.published)?"),
            Map.entry("reports/regression", "dev\\.lockstep\\.reports\\.regression"),
            Map.entry("reports/junit", "dev\\.lockstep\\.junit"),
            Map.entry(
                    "reports/html",
                    "dev\\.lockstep\\.reports\\.html(\\.comparison)?|gg\\.jte\\.generated\\.precompiled"),
            Map.entry("reports/cli", "dev\\.lockstep\\.cli(\\.(ab|doctor|options|suite))?"));

    private static Modules modules;
    private static JavaClasses ours;
    private static JavaClasses trespassers;

    @BeforeAll
    static void importAll(@TempDir Path scratch) throws IOException {
        modules = Modules.onClassPath();
        ours = modules.classes();
        String[] sources = rules().stream()
                .flatMap(rule -> rule.violations().stream())
                .flatMap(List::stream)
                .distinct()
                .toArray(String[]::new);
        trespassers = new ClassFileImporter().importPath(Compiled.to(scratch, List.of("-proc:none"), sources));
    }

    static List<HouseRule> rules() {
        return HouseRules.all();
    }

    @Test
    void everyModuleOfTheReactorIsLookedAt() throws IOException {
        Set<String> expected = modules.inReactor();
        assertThat(expected.removeAll(STUBS)).isTrue();
        assertThat(expected.removeAll(NOT_LOOKED_AT)).isTrue();
        assertThat(modules.locations().keySet()).isEqualTo(expected);
        Set<String> withClasses = ours.stream().map(modules::of).collect(Collectors.toCollection(TreeSet::new));
        assertThat(withClasses).isEqualTo(expected);
    }

    @Test
    void everyClassIsInAPackageOfItsModule() {
        assertThat(PACKAGES.keySet()).isEqualTo(modules.locations().keySet());
        assertThat(ours)
                .allSatisfy(c -> assertThat(c.getPackageName())
                        .as(c.getName() + " in " + modules.of(c))
                        .matches(PACKAGES.get(modules.of(c))));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(HouseRule rule) {
        rule.rule().check(ours);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void canFail(HouseRule rule) {
        assertThat(rule.violations()).isNotEmpty();
        for (List<String> sources : rule.violations()) {
            JavaClasses these = trespassers.that(describe(
                    "from " + sources,
                    c -> sources.stream().anyMatch(s -> c.getName().equals(Compiled.name(s)))));
            assertThat(these).hasSameSizeAs(sources);
            assertThat(rule.rule().evaluate(these).hasViolation())
                    .as("%s is broken by %s", rule, sources)
                    .isTrue();
        }
    }

    @Test
    void everyPublicClassIsInAPackageThatSaysWhatItIsFor() {
        Set<Path> undocumented = new TreeSet<>();
        int looked = 0;
        for (JavaClass c : ours) {
            if (isPublicApi(c)) {
                looked++;
                Path info = modules.root()
                        .resolve(modules.of(c))
                        .resolve("src/main/java")
                        .resolve(c.getPackageName().replace('.', '/'))
                        .resolve("package-info.java");
                if (!Files.isRegularFile(info)) {
                    undocumented.add(modules.root().relativize(info));
                }
            }
        }
        assertThat(looked).isGreaterThan(modules.locations().size());
        // The two that have to be in packages of others, see HouseRules.
        assertThat(undocumented.stream().map(Path::toString))
                .containsExactlyInAnyOrder(
                        "harness-mpi/harness/src/main/java/org/openjdk/jmh/runner/link/package-info.java",
                        "harness-mpi/harness/src/main/java/package-info.java");
    }

    private static boolean isPublicApi(JavaClass c) {
        return c.isTopLevelClass()
                && c.getModifiers().contains(JavaModifier.PUBLIC)
                && !c.getPackageName().endsWith(".jmh_generated")
                && !c.getPackageName().startsWith("dev.lockstep.codec.schema.")
                && !c.getPackageName().startsWith("gg.jte.generated.");
    }
}
