package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Child;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.rank.SlowRank;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a rank's JVM, a real one, ends; it gives JMH no time for its last word, and the relay a second for a sign of life. */
class LastWordTest {
    private static final int ENDED_BY_RELAY = 75;
    private static final int EVER = 3600;

    @TempDir
    Path folder;

    private final JobKey key = JobKey.random();
    private Process rank;

    @AfterEach
    void end() {
        rank.destroyForcibly();
    }

    @Test
    void whatFollowsJmhsLastByteMayTakeItsTime() throws Exception {
        try (Relay relay = relay(false, EVER)) {
            start(relay.addresses(), "measured", "bye");
            assertThat(rank.waitFor()).isZero();
            assertThat(relay.failure()).isEmpty();
            assertThat(relay.isComplete()).isTrue();
        }
    }

    @Test
    void whoEndsBeforeJmhDoesHasFailed() throws Exception {
        try (Relay relay = relay(false, EVER)) {
            start(relay.addresses());
            assertThat(rank.waitFor()).isEqualTo(ENDED_BY_RELAY);
            assertThat(relay.failure().orElseThrow()).contains("System.exit was called");
        }
    }

    @Test
    void whoWaitsForAnAcknowledgementEndsWithItsRelay() throws Exception {
        try (Relay relay = relay(false, EVER)) {
            start(relay.addresses(), "measured");
            while (relay.ranks().stream().noneMatch(each -> each.pid().equals("4711"))) {
                Thread.sleep(10);
            }
        }
        assertThat(rank.waitFor()).isEqualTo(ENDED_BY_RELAY);
    }

    /** Somebody holds a rank in a debugger: such a relay gives no signs of life. */
    @Test
    void whoHearsNothingOfARelayOnAnotherHostEnds() throws Exception {
        try (Relay relay = relay(true, DebugRank.NO_LIMIT_SECONDS)) {
            start(relay.addresses(), "waiting");
            assertThat(new String(rank.getInputStream().readAllBytes()))
                    .contains("nothing was heard from the relay for 1 s");
            assertThat(rank.waitFor()).isEqualTo(ENDED_BY_RELAY);
        }
    }

    private Relay relay(boolean beyondThisHost, long progressSeconds) throws IOException {
        return new Relay(
                key,
                1,
                RelayAddresses.bind(beyondThisHost),
                new Watchdog(Limits.of(progressSeconds), folder),
                new HostFactsSession(),
                new HostOfRanks.Ended(),
                new Timeline());
    }

    private void start(List<String> relay, String... args) throws IOException {
        List<String> command = Child.java("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", SlowRank.class.getName());
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        RankEnvironment environment =
                new RankEnvironment(key, relay, RankEnvironment.NO_COMM, 1, 1, "RANK", Optional.empty());
        builder.environment().putAll(environment.variables());
        builder.environment().put(RankEnvironment.KEY, key.hex());
        rank = builder.start();
    }
}
