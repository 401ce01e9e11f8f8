package dev.lockstep.harness.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.Heartbeat;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A relay for other hosts. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class HeartbeatTest {
    @TempDir
    Path folder;

    private final JobKey key = JobKey.random();

    private Relay relay(InetAddress bind) throws IOException {
        return new Relay(key, 2, bind, new Watchdog(300, folder), new ProbeSession(), new Nothing(), new Timeline());
    }

    /** A link of the fake's does not send on its own account. */
    @Test
    void aSilentRankIsGivenUpAndOneThatSendsSignsIsNot() throws Exception {
        try (Relay relay = relay(RelayAddresses.bind(true));
                FakeRank lively = new FakeRank(local(relay), key, 0);
                FakeRank silent = new FakeRank(local(relay), key, 1)) {
            long start = System.nanoTime();
            lively.hello();
            silent.hello();
            while (relay.failure().isEmpty()) {
                lively.send(FrameType.ALIVE, "");
                Thread.sleep(200);
            }
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))
                    .isBetween(Heartbeat.SILENCE_SECONDS - 2L, Heartbeat.SILENCE_SECONDS + 15L);
            assertThat(relay.failure().orElseThrow())
                    .startsWith("rank 1 (pid 4711 on somewhere): nothing was heard from it for 10 s");
            assertThat(lively.end().type()).isEqualTo(FrameType.ABORT);
        }
    }

    @Test
    void aRelayOfOtherHostsCanBeReachedOtherwiseThanByLoopback() throws Exception {
        try (Relay relay = relay(RelayAddresses.bind(true))) {
            assertThat(environment(relay).acrossHosts()).isTrue();
            for (String address : relay.addresses()) {
                assertThat(RankEnvironment.socketAddress(address).getAddress())
                        .matches(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress(), address);
                FakeRank.socket(address).close();
            }
        }
    }

    @Test
    void aRelayOfThisHostAloneListensOnLoopbackAlone() throws Exception {
        try (Relay relay = relay(RelayAddresses.bind(false))) {
            assertThat(environment(relay).acrossHosts()).isFalse();
            assertThat(relay.addresses()).hasSize(1);
            assertThat(RankEnvironment.socketAddress(relay.addresses().get(0)).getAddress())
                    .matches(InetAddress::isLoopbackAddress);
        }
    }

    private static String local(Relay relay) throws IOException {
        return "127.0.0.1" + relay.addresses().get(0).replaceFirst(".*(?=:)", "");
    }

    private RankEnvironment environment(Relay relay) throws IOException {
        return new RankEnvironment(key, relay.addresses(), "openmpi", 2, 1, "RANK", Optional.empty());
    }

    private static final class Nothing implements Relay.Ending {
        @Override
        public void completed(List<RankInfo> ranks) {
            throw new AssertionError("nobody said goodbye");
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
