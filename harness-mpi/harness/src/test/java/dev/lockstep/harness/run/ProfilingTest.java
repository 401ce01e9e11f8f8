package dev.lockstep.harness.run;

import static dev.lockstep.harness.Thrown.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

class ProfilingTest {
    @ParameterizedTest
    @CsvSource({
        "gc, ''",
        "stack, lines=2;top=3",
        "cl, ''",
        "comp, ''",
        "jfr, ''",
        "jfr, dir=sub;configName=default",
        "dev.lockstep.harness.run.ProfilingTest$Adding, ''"
    })
    void whatWorksInEveryRankIsTaken(String name, String initLine) {
        assertThat(Profiling.of(name, initLine)).isEqualTo(new Profiling(name, initLine));
    }

    private static void assertNotTaken(String name, String initLine, String... words) {
        assertRefused(() -> Profiling.of(name, initLine), words);
        assertRefused(() -> Profiling.of(name, initLine), "'" + name + "'");
    }

    /** Also with those that do not work here. */
    @Test
    void anUnknownNameIsRefusedWithThoseThatJmhHas() {
        assertNotTaken(
                "nope", "", "no profiler is called", "has async, cl, comp, ", "gc, ", "jfr, ", "perfasm, ", "stack");
        assertNotTaken("ranks", "", "always there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dir=/tmp", "configName=default;dir=/tmp/x", "dir=..", "dir=a/../../b"})
    void onePlaceForAllRanksIsRefused(String initLine) {
        assertNotTaken("jfr", initLine, "same place", "leave dir= out");
    }

    @Test
    void whatCannotWorkInEachRankIsRefusedWithTheReason() {
        assertNotTaken("jfr", "nope=1", "cannot be used here", "not a recognized option", "configName");
        assertNotTaken(Prefixing.class.getName(), "", "instead of each rank");
        assertNotTaken("safepoints", "", "print side by side");
        assertNotTaken(Reading.class.getName(), "", "print side by side");
        assertNotTaken(Broken.class.getName(), "", "cannot be used here", "needs the moon");
    }

    /** Adds an option to the JVM. */
    public static class Adding implements ExternalProfiler {
        @Override
        public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
            return List.of();
        }

        @Override
        public Collection<String> addJVMOptions(BenchmarkParams params) {
            return List.of("-Dadded=yes");
        }

        @Override
        public void beforeTrial(BenchmarkParams params) {
            // Nothing to prepare.
        }

        @Override
        public Collection<? extends Result<?>> afterTrial(BenchmarkResult br, long pid, File stdOut, File stdErr) {
            return List.of();
        }

        @Override
        public boolean allowPrintOut() {
            return true;
        }

        @Override
        public boolean allowPrintErr() {
            return true;
        }

        @Override
        public String getDescription() {
            return "a test's";
        }
    }

    /** Starts the JVM by another program. */
    public static final class Prefixing extends Adding {
        @Override
        public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
            return List.of("nice");
        }
    }

    /** Wants the JVM's standard error for itself. */
    public static final class Reading extends Adding {
        @Override
        public boolean allowPrintErr() {
            return false;
        }
    }

    /** Never works. */
    public static final class Broken extends Adding {
        /** Called by JMH. */
        public Broken(String initLine) throws ProfilerException {
            throw new ProfilerException("needs the moon, not '" + initLine + "'");
        }
    }
}
