package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.rank.SlowRank;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How long a rank's JVM, a real one, waits at its end. */
@Timeout(90)
@Execution(ExecutionMode.CONCURRENT)
class LastWordTest {
    private static final int ENDED_BY_RELAY = 75;

    @TempDir
    Path folder;

    private final JobKey key = JobKey.random();
    private final CountDownLatch introduced = new CountDownLatch(1);

    @Test
    void whatFollowsJmhsLastByteMayTakeItsTime() throws Exception {
        try (Relay relay = relay()) {
            Process rank = start(relay, "true", "7000");
            assertThat(rank.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(relay.failure()).isEmpty();
            assertThat(rank.exitValue()).isZero();
            assertThat(relay.isComplete()).isTrue();
        }
    }

    @Test
    void whoEndsBeforeJmhDoesHasFailed() throws Exception {
        try (Relay relay = relay()) {
            Process rank = start(relay, "false");
            assertThat(rank.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(rank.exitValue()).isEqualTo(ENDED_BY_RELAY);
            assertThat(relay.failure().orElseThrow()).contains("System.exit was called");
        }
    }

    @Test
    void whoWaitsForAnAcknowledgementEndsWithItsRelay() throws Exception {
        Process rank;
        try (Relay relay = relay()) {
            rank = start(relay, "true");
            assertThat(introduced.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(rank.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(rank.exitValue()).isEqualTo(ENDED_BY_RELAY);
    }

    private Relay relay() throws IOException {
        Session session = new Session() {
            @Override
            public void introduced(RankLink link) {
                introduced.countDown();
            }

            @Override
            public void converse(RankLink link) throws IOException, RankFailure {
                assertThat(link.next()).isNull();
            }

            @Override
            public void complete() {
                // Nobody else waits for it.
            }

            @Override
            public void failed(String reason) {
                // The relay keeps the reason.
            }
        };
        return new Relay(
                key,
                1,
                InetAddress.getLoopbackAddress(),
                new Watchdog(300, folder),
                session,
                new Nothing(),
                new Timeline());
    }

    private Process start(Relay relay, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SlowRank.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        RankEnvironment environment =
                new RankEnvironment(key, relay.addresses(), RankEnvironment.NO_COMM, 1, 1, "RANK", Optional.empty());
        builder.environment().putAll(environment.variables());
        builder.environment().put(RankEnvironment.KEY, key.hex());
        return builder.start();
    }

    private static final class Nothing implements Relay.Ending {
        @Override
        public void completed(List<RankInfo> ranks) {
            // Nothing to write down.
        }

        @Override
        public void failed(List<RankInfo> ranks) {
            // No launcher was started.
        }

        @Override
        public Optional<String> launcherEnd() {
            return Optional.empty();
        }
    }
}
