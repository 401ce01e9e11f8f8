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
    private static HouseRule onlyUse(String name, String these, String those, String... violations) {
        return rule(
                name,
                classes()
                        .that()
                        .resideInAnyPackage(in(these))
                        .should()
                        .onlyDependOnClassesThat()
                        .resideInAnyPackage(in(those)),
                violations);
    }

    /** What is in these packages uses nothing of those. */
    private static HouseRule neverUse(String name, String these, String those, String... violations) {
        return rule(
                name,
                noClasses()
                        .that()
                        .resideInAnyPackage(in(these))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(in(those)),
                violations);
    }

    /** What is in this package is used in these alone. */
    private static HouseRule isFor(String name, String these, String used, String... violations) {
        return rule(
                name,
                noClasses()
                        .that()
                        .resideOutsideOfPackages(in(these))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(in(used)),
                violations);
    }

    /** Packages, of which a tilde shortens our own; {@code ()} is the one that has no name. */
    private static String[] in(String packages) {
        return packages.replace("~", "dev.lockstep.").replace("()", "").split(" ", -1);
    }

    private static String field(String where, String type) {
        String name = "With" + type.substring(type.lastIndexOf('.') + 1);
        return ("package " + where + "; class " + name + " { " + type + " trespass; }").replace("~", "dev.lockstep.");
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
                        "~spi",
                        "java.. ~spi",
                        field("~spi", "~comm.Communicator"),
                        field("~spi", "~codec.Codec")),
                onlyUse(
                        "the communicator API and local ranks use the JDK and the SPI alone",
                        "~comm ~comm.spi.. ~comm.support.. ~comm.local..",
                        "java.. ~spi ~comm ~comm.spi.. ~comm.support.. ~comm.local..",
                        field("~comm.local", "com.fasterxml.jackson.databind.ObjectMapper"),
                        field("~comm", "~comm.openmpi.OpenMpiProvider"),
                        field("~comm.spi", "~harness.Rank")),
                onlyUse(
                        "the testkit uses JUnit, AssertJ and the API alone",
                        "~comm.testkit..",
                        "java.. org.junit.jupiter.. org.assertj.. ~spi ~comm ~comm.spi.. ~comm.support ~comm.local.. ~comm.testkit..",
                        field("~comm.testkit", "~comm.openmpi.OpenMpiProvider"),
                        field("~comm.testkit", "~harness.Rank")),
                onlyUse(
                        "collective algorithms use communicators alone",
                        "~collectives.algorithms.. ~collectives.flat..",
                        "java.. ~comm ~comm.spi.. ~comm.support.. ~collectives.algorithms.. ~collectives.flat..",
                        field("~collectives.algorithms", "~harness.Rank"),
                        field("~collectives.flat", "~transport.Transport")),
                onlyUse(
                        "the communicator over transports knows their API alone",
                        "~collectives.transport..",
                        "java.. ~spi ~comm ~comm.spi.. ~comm.support.. ~comm.sockets.. ~collectives.transport.. ~collectives.algorithms.."
                                + " ~collectives.flat.. ~transport",
                        field("~collectives.transport", "~harness.Rank"),
                        field("~collectives.transport", "~transport.shm.ShmTransport")),
                onlyUse(
                        "the codec API and the payloads use the JDK and the SPI alone",
                        "~codec ~codec.payload..",
                        "java.. ~spi ~codec ~codec.payload..",
                        field("~codec", "com.fasterxml.jackson.databind.ObjectMapper"),
                        field("~codec.payload", "~comm.Communicator"),
                        field("~codec", "~harness.Rank")),
                onlyUse(
                        "the codecs' testkit uses JUnit, the JDK and the codec API alone",
                        "~codec.testkit..",
                        "java.. com.sun.management.. org.junit.jupiter.. ~spi ~codec ~codec.payload.. ~codec.testkit..",
                        field("~codec.testkit", "~codec.kryo.KryoProvider"),
                        field("~codec.testkit", "~harness.Rank")),
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
                        field("~codec.kryo", "~comm.Communicator"),
                        field("~codec.support", "~codec.benchmarks.EncodeBenchmark")),
                onlyUse(
                        "the transport API and its reference use the JDK and the SPI alone",
                        "~transport ~transport.inproc.. ~transport.ring.. ~transport.process..",
                        "java.. ~spi ~transport ~transport.inproc.. ~transport.ring.. ~transport.process..",
                        field("~transport", "~comm.Communicator"),
                        field("~transport.ring", "~harness.Rank")),
                onlyUse(
                        "the transports' testkit uses JUnit, the JDK and the transport API alone",
                        "~transport.testkit..",
                        "java.. com.sun.management.. org.junit.jupiter.. org.opentest4j.. ~spi ~transport ~transport.process.."
                                + " ~transport.testkit..",
                        field("~transport.testkit", "~transport.inproc.InprocTransport"),
                        field("~transport.testkit", "~harness.Rank")),
                neverUse(
                        "one transport alone knows communicators, and none another's inside",
                        "~transport.aeron.. ~transport.socket.. ~transport.channel.. ~transport.shm.. ~transport.netty.. ~transport.http.. ~transport.http2.. ~transport.grpc.."
                                + " ~transport.zeromq.. ~transport.artemis.. ~transport.jms.. ~transport.mqtt..",
                        "~comm.. ~transport.communicator.. ~transport.inproc..",
                        field("~transport.socket", "~comm.Communicator")),
                neverUse(
                        "libraries of transports are known to the transports over them alone, so that all others load without",
                        "~transport ~transport.socket.. ~transport.channel.. ~transport.shm.. ~transport.communicator.."
                                + " ~transport.support.. ~transport.benchmarks.. ~pattern.. ~cli..",
                        "io.aeron.. org.agrona.. io.netty.. org.eclipse.jetty.. io.grpc.. org.zeromq.. zmq.. org.apache.activemq.."
                                + " jakarta.jms.. com.hivemq.. io.reactivex..",
                        field("~transport.support", "io.netty.buffer.ByteBuf")),
                rule(
                        "transports know nothing of the harness and of benchmarks, so that they can be used without",
                        noClasses()
                                .that()
                                .resideInAPackage(TRANSPORT + "..")
                                .and()
                                .resideOutsideOfPackage(TRANSPORT + ".benchmarks..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage("dev.lockstep.harness..", TRANSPORT + ".benchmarks.."),
                        field("~transport.socket", "~harness.Rank"),
                        field("~transport.socket", "~transport.benchmarks.PingPongBenchmark")),
                onlyUse(
                        "what a run leaves on disk is known to the JDK and Jackson alone",
                        "~run..",
                        "java.. com.fasterxml.jackson.. ~run..",
                        field("~run", "~comm.Communicator"),
                        field("~run", "~harness.run.Cell")),
                neverUse(
                        "harness-mpi knows nothing of benchmarks, reports and the command line",
                        "~spi ~comm.. ~harness.. org.openjdk.jmh.. ()",
                        "~collectives.. ~transport.. ~codec.. ~pattern.. ~reports.. ~cli..",
                        field("~harness.run", "~collectives.AllReduceBenchmark"),
                        field("~harness", "~reports.RunData"),
                        field("~comm.openmpi", "~cli.Lockstep")),
                neverUse(
                        "benchmarks know nothing of reports and the command line",
                        "~collectives.. ~transport.. ~codec.. ~pattern..",
                        "~reports.. ~cli..",
                        field("~codec", "~reports.RunData"),
                        field("~transport", "~cli.Lockstep")),
                neverUse(
                        "patterns alone know codecs and transports, but for the communicator over transports",
                        "~codec.. ~collectives ~collectives.algorithms.. ~collectives.flat..",
                        "~transport.. ~pattern..",
                        field("~codec.benchmarks", "~transport.Transport"),
                        field("~codec.benchmarks", "~pattern.EncodeSendDecodeBenchmark")),
                neverUse(
                        "transports know no patterns",
                        "~transport..",
                        "~codec.. ~pattern..",
                        field("~transport.benchmarks", "~codec.Codec")),
                neverUse(
                        "reports read files: they know no harness, no benchmarks, no JMH",
                        "~reports.. gg.jte.generated..",
                        "~comm.. ~harness.. ~collectives.. ~transport.. ~codec.. ~pattern.. ~cli.. org.openjdk.jmh..",
                        field("~reports", "org.openjdk.jmh.results.RunResult"),
                        field("~reports.html", "~harness.run.Cell"),
                        field("~reports.html", "~comm.Communicator")),
                neverUse(
                        "reports build on each other one way: model, comparison, pages",
                        "~reports ~reports.regression..",
                        "~reports.html.. gg.jte.generated..",
                        field("~reports", "~reports.html.ReportWriter"),
                        field("~reports.regression", "~reports.html.ReportWriter")),
                neverUse(
                        "a run's pages know nothing of those of comparisons",
                        "~reports.html",
                        "~reports.html.comparison..",
                        field("~reports.html", "~reports.html.comparison.ComparisonText")),
                neverUse(
                        "the model knows nothing of comparisons",
                        "~reports",
                        "~reports.regression..",
                        field("~reports", "~reports.regression.Verdict")),
                onlyUse(
                        "the assertion uses comparisons and JMH alone",
                        "~junit..",
                        "java.. org.openjdk.jmh.. ~reports.regression.. ~junit..",
                        field("~junit", "org.junit.jupiter.api.Test"),
                        field("~junit", "~harness.Rank")),
                isFor(
                        "only the command line sees both harness and reports",
                        "~cli.. ~junit.. ~reports.. gg.jte.generated..",
                        "~reports..",
                        field("~collectives", "~reports.html.ReportWriter")),
                isFor(
                        "JMH is for harness, benchmarks, the assertion and the command line",
                        "~harness.. ~collectives.. ~transport.benchmarks.. ~codec.benchmarks.. ~pattern.. ~junit.. ~cli.."
                                + " org.openjdk.jmh..",
                        "org.openjdk.jmh..",
                        field("~comm.openmpi", "org.openjdk.jmh.annotations.Mode"),
                        field("~comm.testkit", "org.openjdk.jmh.annotations.Mode"),
                        field("~codec", "org.openjdk.jmh.annotations.Mode"),
                        field("~transport", "org.openjdk.jmh.annotations.Mode"),
                        field("~reports", "org.openjdk.jmh.annotations.Mode")),
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
                        "~comm.testkit.clauses ~comm.support.reduction",
                        "~comm.testkit ~comm.local",
                        field("~comm.testkit.clauses", "~comm.testkit.AnotherUser"),
                        field("~comm.support.reduction", "~comm.local.LocalProvider")),
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
                        "~cli.*..",
                        "~cli",
                        field("~cli.options", "~cli.Lockstep")),
                new HouseRule(
                        "MPI's Java classes are named in two packages, for Open MPI's and mpiJava's have the same names",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(COMM + ".openmpi..", COMM + ".mpijava..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("mpi.."),
                        // No such class is on the class path of the tests, so the fixture brings one.
                        List.of(List.of("package mpi; public class Comm {}", field("~harness.rank", "mpi.Comm")))),
                rule(
                        "durations are of System.nanoTime: a clock that is set changes labels, never a measurement or a limit",
                        noClasses()
                                .that()
                                .resideInAnyPackage(
                                        COMM + "..",
                                        "dev.lockstep.harness..",
                                        "org.openjdk.jmh..",
                                        "dev.lockstep.junit..",
                                        "dev.lockstep.cli..")
                                .and()
                                // A histogram log begins with the time of day, as a label; whether the hosts' clocks
                                // agree is what the other two find out.
                                .haveNameNotMatching("dev\\.lockstep\\.harness\\.(relay\\.Distribution|rank\\.HostFacts"
                                        + "|relay\\.HostFactsSession)")
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
                                // no launch: it is over, and may be in order; a program of its own; and a process of
                                // its own, whose output is kept for who has started it.
                                .haveNameNotMatching("dev\\.lockstep\\.(comm\\.testkit\\.RankMain"
                                        + "|harness\\.launch\\.Leftovers|comm\\.mpijava\\.MpjRun"
                                        + "|pattern\\.pubsub\\.Relay)")
                                .should(ACCESS_STANDARD_STREAMS),
                        "package dev.lockstep.harness.run; class Chatty { void say() { System.out.println(); } }",
                        "package dev.lockstep.comm.local; class Chatty { void say() { System.err.println(); } }",
                        "package dev.lockstep.reports; class Chatty { void say(Exception e) { e.printStackTrace(); } }"));
    }
}
