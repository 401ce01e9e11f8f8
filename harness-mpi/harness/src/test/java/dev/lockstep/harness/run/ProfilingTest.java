package dev.lockstep.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

@Timeout(60)
class ProfilingTest {

    @ParameterizedTest
    @CsvSource({"gc,''", "stack,lines=2;top=3", "cl,''", "comp,''", "jfr,''", "jfr,dir=sub;configName=default"})
    void whatWorksInEveryRankIsTaken(String name, String initLine) {
        assertThat(Profiling.of(name, initLine)).isEqualTo(new Profiling(name, initLine));
    }

    @Test
    void jmhsOwnNamesAreKnownAlsoOfThoseThatDoNotWorkHere() {
        assertThat(Profiling.known())
                .contains("async", "cl", "comp", "gc", "jfr", "perf", "perfasm", "safepoints", "stack")
                .doesNotContain("ranks")
                .isSorted();
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Profiling.of("nope", ""))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("no profiler is called 'nope'", "async, cl, comp", "stack");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dir=/tmp", "configName=default;dir=/tmp/x", "dir=..", "dir=a/../../b"})
    void onePlaceForAllRanksIsRefused(String initLine) {
        assertThatThrownBy(() -> Profiling.of("jfr", initLine))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'jfr'", "same place", "leave dir= out");
    }

    @Test
    void optionsThatTheProfilerDoesNotHaveAreRefusedInItsWords() {
        assertThatThrownBy(() -> Profiling.of("jfr", "nope=1"))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("'jfr' cannot be used here", "not a recognized option", "configName");
    }

    @Test
    void theHarnesssOwnIsNotToBeNamed() {
        assertThatThrownBy(() -> Profiling.of("ranks", ""))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("always there");
    }

    @Test
    void aProgramBeforeTheJvmIsRefused() {
        assertThatThrownBy(() -> Profiling.of(Prefixing.class.getName(), ""))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(Prefixing.class.getName(), "instead of each rank");
    }

    @Test
    void whatReadsOneJvmsOutputIsRefused() {
        for (String name : List.of("safepoints", Reading.class.getName())) {
            assertThatThrownBy(() -> Profiling.of(name, ""))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContainingAll(name, "print side by side");
        }
    }

    @Test
    void anOutsidersProfilerIsTakenIfItOnlyAddsToTheCommandLine() {
        assertThat(Profiling.of(Adding.class.getName(), "").name()).endsWith("Adding");
    }

    @Test
    void aProfilerThatDoesNotWorkHereSaysWhy() {
        assertThatThrownBy(() -> Profiling.of(Broken.class.getName(), ""))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("cannot be used here", "needs the moon");
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
