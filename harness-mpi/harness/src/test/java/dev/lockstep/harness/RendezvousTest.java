package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class RendezvousTest {
    @Test
    void peersOfOneHostLearnEachOthersLoopbackPort() throws Exception {
        ConcurrentHashMap<Integer, Integer> ports = new ConcurrentHashMap<>();
        ThreadRanks.run(4, rank -> {
            int peer = rank.rank() ^ 1;
            Rendezvous rendezvous = new Rendezvous(rank, peer);
            try (ServerSocket listener = rendezvous.listen()) {
                ports.put(rank.rank(), listener.getLocalPort());
                var theirs = rendezvous.exchange(listener);
                assertThat(theirs.getAddress().isLoopbackAddress()).isTrue();
                assertThat(theirs.getPort()).isEqualTo(ports.get(peer));
            }
        });
        assertThat(ports).hasSize(4);
    }
}
