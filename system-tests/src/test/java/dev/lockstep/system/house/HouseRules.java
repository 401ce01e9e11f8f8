package dev.lockstep.system.house;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.AndFullName.Predicates.fullNameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.IntStream;

/** The rules of the house, each with code that breaks it. */
final class HouseRules {
    private static final String SPI = "dev.lockstep.spi";
    private static final String COMM = "dev.lockstep.comm";
    private static final String CODEC = "dev.lockstep.codec";
    private static final String TRANSPORT = "dev.lockstep.transport";

    /** What tells one wall time from another. */
    private static final String WALL_CLOCK = "java\\.lang\\.System\\.currentTimeMillis.*"
            + "|java\\.time\\.Duration\\.between.*"
            + "|java\\.time\\.temporal\\.ChronoUnit\\.between.*"
            + "|java\\.time\\.(Clock|Instant)\\.(millis|until|isAfter|isBefore|compareTo|toEpochMilli|getEpochSecond).*";

    /** Generated from the report's templates. */
    private static final String TEMPLATES = "gg.jte.generated..";

    /** A package above this size wants a cut. */
    private static final int MOST_CLASSES = 30;

    private static final String[] BENCHMARKS = {
        "dev.lockstep.collectives..", "dev.lockstep.transport..", "dev.lockstep.codec.."
    };
    private static final String[] ABOVE_RANKS = {
        "dev.lockstep.collectives..",
        "dev.lockstep.transport..",
        "dev.lockstep.codec..",
        "dev.lockstep.reports..",
        "dev.lockstep.cli.."
    };

    private HouseRules() {}

    /**
     * A rule.
     *
     * @param name for the test's report
     * @param rule to check
     * @param violations each a set of sources that breaks it
     */
    record HouseRule(String name, ArchRule rule, List<List<String>> violations) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static HouseRule rule(String name, ArchRule rule, String... violations) {
        return new HouseRule(
                name, rule, List.of(violations).stream().map(List::of).toList());
    }

    /** What is in these packages uses nothing but what is in those. */
    private static HouseRule onlyUse(String name, String[] these, String[] those, String... violations) {
        return rule(
                name,
                classes()
                        .that()
                        .resideInAnyPackage(these)
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(those),
                violations);
    }

    /** What is in these packages uses nothing of those. */
    private static HouseRule neverUse(String name, String[] these, String[] those, String... violations) {
        return rule(
                name,
                noClasses()
                        .that()
                        .resideInAnyPackage(these)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(those),
                violations);
    }

    /** What is in this package is used in these alone. */
    private static HouseRule isFor(String name, String[] these, String used, String... violations) {
        return rule(
                name,
                noClasses()
                        .that()
                        .resideOutsideOfPackages(these)
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(used),
                violations);
    }

    private static String[] in(String... packages) {
        return packages;
    }

    private static String field(String where, String type) {
        String name = "With" + type.substring(type.lastIndexOf('.') + 1);
        return "package " + where + "; class " + name + " { " + type + " trespass; }";
    }

    private static ArchCondition<JavaClass> shareAPackageWithFew() {
        return new ArchCondition<>("be in a package of at most " + MOST_CLASSES + " top-level classes") {
            @Override
            public void check(JavaClass c, ConditionEvents events) {
                long classes = c.getPackage().getClasses().stream()
                        .filter(other -> other.isTopLevelClass() && !other.isArray())
                        .filter(other -> !other.getSimpleName().equals("package-info"))
                        .count();
                String found = c.getName() + " is one of " + classes + " top-level classes of its package";
                events.add(new SimpleConditionEvent(c, classes <= MOST_CLASSES, found));
            }
        };
    }

    static List<HouseRule> all() {
        return List.of(
                onlyUse(
                        "what all providers have in common uses the JDK alone",
                        in(SPI),
                        in("java..", SPI),
                        field(SPI, "dev.lockstep.comm.Communicator"),
                        field(SPI, "dev.lockstep.codec.Codec")),
                onlyUse(
                        "the communicator API and local ranks use the JDK and the SPI alone",
                        in(COMM, COMM + ".spi..", COMM + ".local.."),
                        in("java..", SPI, COMM, COMM + ".spi..", COMM + ".local.."),
                        field(COMM + ".local", "com.fasterxml.jackson.databind.ObjectMapper"),
                        field(COMM, "dev.lockstep.comm.openmpi.OpenMpiProvider"),
                        field(COMM + ".spi", "dev.lockstep.harness.Rank")),
                onlyUse(
                        "the testkit uses JUnit, AssertJ and the API alone",
                        in(COMM + ".testkit.."),
                        in(
                                "java..",
                                "org.junit.jupiter..",
                                "org.assertj..",
                                SPI,
                                COMM,
                                COMM + ".spi..",
                                COMM + ".local..",
                                COMM + ".testkit.."),
                        field(COMM + ".testkit", "dev.lockstep.comm.openmpi.OpenMpiProvider"),
                        field(COMM + ".testkit", "dev.lockstep.harness.Rank")),
                onlyUse(
                        "the codec API and the payloads use the JDK and the SPI alone",
                        in(CODEC, CODEC + ".payload.."),
                        in("java..", SPI, CODEC, CODEC + ".payload.."),
                        field(CODEC, "com.fasterxml.jackson.databind.ObjectMapper"),
                        field(CODEC + ".payload", "dev.lockstep.comm.Communicator"),
                        field(CODEC, "dev.lockstep.harness.Rank")),
                onlyUse(
                        "the codecs' testkit uses JUnit, the JDK and the codec API alone",
                        in(CODEC + ".testkit.."),
                        in(
                                "java..",
                                "com.sun.management..",
                                "org.junit.jupiter..",
                                SPI,
                                CODEC,
                                CODEC + ".payload..",
                                CODEC + ".testkit.."),
                        field(CODEC + ".testkit", "dev.lockstep.codec.kryo.KryoProvider"),
                        field(CODEC + ".testkit", "dev.lockstep.harness.Rank")),
                rule(
                        "codecs know nothing of ranks and benchmarks, so that they can be used without",
                        noClasses()
                                .that()
                                .resideInAPackage(CODEC + "..")
                                .and()
                                .resideOutsideOfPackage(CODEC + ".benchmarks..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(COMM + "..", "dev.lockstep.harness..", CODEC + ".benchmarks.."),
                        field(CODEC + ".kryo", "dev.lockstep.comm.Communicator"),
                        field(CODEC + ".support", "dev.lockstep.codec.benchmarks.EncodeBenchmark")),
                onlyUse(
                        "the transport API and its reference use the JDK and the SPI alone",
                        in(TRANSPORT, TRANSPORT + ".inproc..", TRANSPORT + ".ring.."),
                        in("java..", SPI, TRANSPORT, TRANSPORT + ".inproc..", TRANSPORT + ".ring.."),
                        field(TRANSPORT, "dev.lockstep.comm.Communicator"),
                        field(TRANSPORT + ".ring", "dev.lockstep.harness.Rank")),
                onlyUse(
                        "the transports' testkit uses JUnit, the JDK and the transport API alone",
                        in(TRANSPORT + ".testkit.."),
                        in(
                                "java..",
                                "com.sun.management..",
                                "org.junit.jupiter..",
                                SPI,
                                TRANSPORT,
                                TRANSPORT + ".testkit.."),
                        field(TRANSPORT + ".testkit", "dev.lockstep.transport.inproc.InprocTransport"),
                        field(TRANSPORT + ".testkit", "dev.lockstep.harness.Rank")),
                neverUse(
                        "one transport alone knows communicators, and none another's inside",
                        in(TRANSPORT + ".socket..", TRANSPORT + ".channel..", TRANSPORT + ".shm.."),
                        in(COMM + "..", TRANSPORT + ".communicator..", TRANSPORT + ".inproc.."),
                        field(TRANSPORT + ".socket", "dev.lockstep.comm.Communicator")),
                rule(
                        "transports know nothing of the harness and of benchmarks, so that they can be used without",
                        noClasses()
                                .that()
                                .resideInAPackage(TRANSPORT + "..")
                                .and()
                                .resideOutsideOfPackage(TRANSPORT + ".benchmarks..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                        "dev.lockstep.harness..", TRANSPORT + ".benchmarks..", CODEC + ".."),
                        field(TRANSPORT + ".socket", "dev.lockstep.harness.Rank"),
                        field(TRANSPORT + ".socket", "dev.lockstep.transport.benchmarks.PingPongBenchmark")),
                onlyUse(
                        "what a run leaves on disk is known to the JDK and Jackson alone",
                        in("dev.lockstep.run"),
                        in("java..", "com.fasterxml.jackson..", "dev.lockstep.run"),
                        field("dev.lockstep.run", "dev.lockstep.comm.Communicator"),
                        field("dev.lockstep.run", "dev.lockstep.harness.run.Cell")),
                neverUse(
                        "harness-mpi knows nothing of benchmarks, reports and the command line",
                        in(SPI, COMM + "..", "dev.lockstep.harness..", "org.openjdk.jmh..", ""),
                        ABOVE_RANKS,
                        field("dev.lockstep.harness.run", "dev.lockstep.collectives.AllReduceBenchmark"),
                        field("dev.lockstep.harness", "dev.lockstep.reports.RunData"),
                        field(COMM + ".openmpi", "dev.lockstep.cli.Lockstep")),
                neverUse(
                        "benchmarks know nothing of reports and the command line",
                        BENCHMARKS,
                        in("dev.lockstep.reports..", "dev.lockstep.cli.."),
                        field("dev.lockstep.codec", "dev.lockstep.reports.RunData"),
                        field("dev.lockstep.transport", "dev.lockstep.cli.Lockstep")),
                neverUse(
                        "reports read files: they know no harness, no benchmarks, no JMH",
                        in("dev.lockstep.reports..", TEMPLATES),
                        in(
                                COMM + "..",
                                "dev.lockstep.harness..",
                                "dev.lockstep.collectives..",
                                "dev.lockstep.transport..",
                                "dev.lockstep.codec..",
                                "dev.lockstep.cli..",
                                "org.openjdk.jmh.."),
                        field("dev.lockstep.reports", "org.openjdk.jmh.results.RunResult"),
                        field("dev.lockstep.reports.html", "dev.lockstep.harness.run.Cell"),
                        field("dev.lockstep.reports.html", "dev.lockstep.comm.Communicator")),
                neverUse(
                        "reports build on each other one way: model, comparison, pages",
                        in("dev.lockstep.reports", "dev.lockstep.reports.regression.."),
                        in("dev.lockstep.reports.html..", TEMPLATES),
                        field("dev.lockstep.reports", "dev.lockstep.reports.html.ReportWriter"),
                        field("dev.lockstep.reports.regression", "dev.lockstep.reports.html.ReportWriter")),
                neverUse(
                        "a run's pages know nothing of those of comparisons",
                        in("dev.lockstep.reports.html"),
                        in("dev.lockstep.reports.html.comparison.."),
                        field("dev.lockstep.reports.html", "dev.lockstep.reports.html.comparison.ComparisonText")),
                neverUse(
                        "the model knows nothing of comparisons",
                        in("dev.lockstep.reports"),
                        in("dev.lockstep.reports.regression.."),
                        field("dev.lockstep.reports", "dev.lockstep.reports.regression.Verdict")),
                isFor(
                        "only the command line sees both harness and reports",
                        in("dev.lockstep.cli..", "dev.lockstep.reports..", TEMPLATES),
                        "dev.lockstep.reports..",
                        field("dev.lockstep.collectives", "dev.lockstep.reports.html.ReportWriter")),
                isFor(
                        "JMH is for harness, benchmarks and the command line",
                        in(
                                "dev.lockstep.harness..",
                                "dev.lockstep.collectives..",
                                TRANSPORT + ".benchmarks..",
                                CODEC + ".benchmarks..",
                                "dev.lockstep.cli..",
                                "org.openjdk.jmh.."),
                        "org.openjdk.jmh..",
                        field(COMM + ".openmpi", "org.openjdk.jmh.annotations.Mode"),
                        field(COMM + ".testkit", "org.openjdk.jmh.annotations.Mode"),
                        field(CODEC, "org.openjdk.jmh.annotations.Mode"),
                        field(TRANSPORT, "org.openjdk.jmh.annotations.Mode"),
                        field("dev.lockstep.reports", "org.openjdk.jmh.annotations.Mode")),
                rule(
                        "what must be in another's package is JMH's frames, and the profiler whose name is one word",
                        classes()
                                .that()
                                .resideOutsideOfPackages("dev.lockstep..", TEMPLATES)
                                .should()
                                .haveNameMatching("org\\.openjdk\\.jmh\\.runner\\.link\\.JmhFrames(\\$.*)?|ranks"),
                        "package org.openjdk.jmh.runner; class Trespasser {}"),
                new HouseRule(
                        "no package has more than " + MOST_CLASSES + " top-level classes",
                        classes()
                                .that()
                                .resideOutsideOfPackages("..jmh_generated..", CODEC + ".schema..", TEMPLATES)
                                .should(shareAPackageWithFew()),
                        List.of(IntStream.rangeClosed(0, MOST_CLASSES)
                                .mapToObj(i -> "package dev.lockstep.crowd; class Member" + i + " {}")
                                .toList())),
                neverUse(
                        "the clauses of the contract know no launches, and the arithmetic of reductions no messages",
                        in(COMM + ".testkit.clauses", COMM + ".local.reduction"),
                        in(COMM + ".testkit", COMM + ".local"),
                        field(COMM + ".testkit.clauses", "dev.lockstep.comm.testkit.AnotherUser"),
                        field(COMM + ".local.reduction", "dev.lockstep.comm.local.LocalProvider")),
                new HouseRule(
                        "the harness's inner packages are free of cycles",
                        slices().matching("dev.lockstep.harness.(*)..").should().beFreeOfCycles(),
                        List.of(
                                List.of(
                                        "package dev.lockstep.harness.link; public class Down { dev.lockstep.harness.run.Up up; }",
                                        "package dev.lockstep.harness.run; public class Up { dev.lockstep.harness.link.Down down; }"))),
                new HouseRule(
                        "the command line's inner packages are free of cycles",
                        slices().matching("dev.lockstep.cli.(*)..").should().beFreeOfCycles(),
                        List.of(
                                List.of(
                                        "package dev.lockstep.cli.options; public class Down { dev.lockstep.cli.ab.Up up; }",
                                        "package dev.lockstep.cli.ab; public class Up { dev.lockstep.cli.options.Down down; }"))),
                neverUse(
                        "the command line's inner packages know no command",
                        in("dev.lockstep.cli.*.."),
                        in("dev.lockstep.cli"),
                        field("dev.lockstep.cli.options", "dev.lockstep.cli.Lockstep")),
                new HouseRule(
                        "MPI's Java classes are named in two packages, for Open MPI's and mpiJava's have the same names",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(COMM + ".openmpi..", COMM + ".mpijava..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("mpi.."),
                        // No such class is on the class path of the tests, so the fixture brings one.
                        List.of(List.of(
                                "package mpi; public class Comm {}", field("dev.lockstep.harness.rank", "mpi.Comm")))),
                rule(
                        "durations are of System.nanoTime: a clock that is set changes labels, never a measurement or a limit",
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        COMM + "..",
                                        "dev.lockstep.harness..",
                                        "org.openjdk.jmh..",
                                        "dev.lockstep.cli..")
                                .and()
                                // A histogram log begins with the time of day, as a label; whether the hosts' clocks
                                // agree is what the other two find out.
                                .haveNameNotMatching("dev\\.lockstep\\.harness\\.(relay\\.Distribution|rank\\.Probe"
                                        + "|relay\\.ProbeSession)")
                                .should()
                                .callMethodWhere(target(fullNameMatching(WALL_CLOCK))),
                        "package dev.lockstep.harness.run; class Late { long age(long then) {"
                                + " return System.currentTimeMillis() - then; } }",
                        "package dev.lockstep.harness.relay; class Waiting { boolean over(java.time.Instant end) {"
                                + " return java.time.Instant.now().isAfter(end); } }",
                        "package dev.lockstep.harness.rank; class Lasting { Object time(java.time.Instant start) {"
                                + " return java.time.Duration.between(start, java.time.Instant.now()); } }"),
                rule(
                        "output is the command line's",
                        noClasses()
                                .that()
                                .resideOutsideOfPackage("dev.lockstep.cli..")
                                .and()
                                // A rank that cannot go on says why on its own standard error, which JMH or the pilot
                                // keeps: the relay, which would carry the message otherwise, may be what is gone.
                                .haveNameNotMatching("dev\\.lockstep\\.harness\\.rank"
                                        + "\\.(RankMain|RelayLink|FailureNotice|ForkPump)")
                                .and()
                                // The main class of a rank under test likewise; what a clean-up could not remove
                                // concerns
                                // no launch: it is over, and may be in order; and a program of its own.
                                .haveNameNotMatching("dev\\.lockstep\\.(comm\\.testkit\\.RankMain"
                                        + "|harness\\.launch\\.Leftovers|comm\\.mpijava\\.MpjRun)")
                                .should(ACCESS_STANDARD_STREAMS),
                        "package dev.lockstep.harness.run; class Chatty { void say() { System.out.println(); } }",
                        "package dev.lockstep.comm.local; class Chatty { void say() { System.err.println(); } }",
                        "package dev.lockstep.reports; class Chatty { void say(Exception e) { e.printStackTrace(); } }"));
    }
}
