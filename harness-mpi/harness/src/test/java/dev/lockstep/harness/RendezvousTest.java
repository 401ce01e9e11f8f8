package dev.lockstep.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class RendezvousTest {
    private static InetAddress address(String literal) throws IOException {
        return InetAddress.getByName(literal);
    }

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

    @Test
    void theRanksAddressIsTakenIfOthersCanReachIt() throws IOException {
        assertThat(Rendezvous.reachable(address("192.0.2.1"), List.of())).isEqualTo(address("192.0.2.1"));
    }

    @Test
    void loopbackIsReplacedByAnInterfacesAddress() throws IOException {
        List<InetAddress> interfaces = List.of(address("127.0.0.1"), address("fe80::1"), address("192.0.2.2"));
        assertThat(Rendezvous.reachable(address("127.0.1.1"), interfaces)).isEqualTo(address("192.0.2.2"));
    }

    @Test
    void hostWithoutAnAddressForOthersIsAnError() throws IOException {
        List<InetAddress> interfaces = List.of(address("127.0.0.1"), address("fe80::1"));
        assertThatThrownBy(() -> Rendezvous.reachable(address("127.0.1.1"), interfaces))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no address that it could reach");
    }
}
