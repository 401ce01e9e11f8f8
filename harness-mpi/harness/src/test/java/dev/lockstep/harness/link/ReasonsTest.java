package dev.lockstep.harness.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

class ReasonsTest {
    private static final Throwable BOOM = new IllegalStateException("boom");
    private static final Throwable ECHO = new IllegalStateException("rank 3" + Reasons.LEFT);

    private static BenchmarkException jmh(Throwable... threads) {
        return new BenchmarkException("failed", List.of(threads));
    }

    @Test
    void theThreadsExceptionIsTheReason() {
        assertThat(Reasons.of(jmh(BOOM))).isEqualTo("java.lang.IllegalStateException: boom");
        assertThat(Reasons.of(new RunnerException(jmh(BOOM)))).isEqualTo("java.lang.IllegalStateException: boom");
        assertThat(Reasons.of(new RunnerException("no match"))).endsWith("no match");
    }

    @Test
    void anEchoInAPeerTellsTheRankButIsNotTheReason() {
        String reason = "java.lang.IllegalStateException: boom (rank 3 left the operation with an exception)";
        assertThat(Reasons.of(jmh(ECHO, BOOM))).isEqualTo(reason);
        assertThat(Reasons.of(jmh(BOOM, ECHO, ECHO))).isEqualTo(reason);
    }

    @Test
    void anEchoAloneIsBetterThanNothing() {
        assertThat(Reasons.of(jmh(ECHO)))
                .isEqualTo("java.lang.IllegalStateException: rank 3 left the operation with an exception");
    }
}
