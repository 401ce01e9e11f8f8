package dev.lockstep.harness.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostAddressTest {
    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }

    @Test
    void onOneHostItIsLoopback() throws IOException {
        InetAddress mine = address("127.0.0.1");
        assertThat(HostAddress.reachable(mine, List.of(mine, address("127.0.1.1"))))
                .isEqualTo(mine);
    }

    @Test
    void theRanksAddressIsTakenIfOthersCanReachIt() throws IOException {
        assertThat(HostAddress.reachableAmong(address("192.0.2.1"), List.of())).isEqualTo(address("192.0.2.1"));
    }

    @Test
    void loopbackIsReplacedByAnInterfacesAddress() throws IOException {
        List<InetAddress> interfaces = List.of(address("127.0.0.1"), address("fe80::1"), address("192.0.2.2"));
        assertThat(HostAddress.reachableAmong(address("127.0.1.1"), interfaces)).isEqualTo(address("192.0.2.2"));
    }

    @Test
    void hostWithoutAnAddressForOthersIsAnError() throws IOException {
        List<InetAddress> interfaces = List.of(address("127.0.0.1"), address("fe80::1"));
        assertThatThrownBy(() -> HostAddress.reachableAmong(address("127.0.1.1"), interfaces))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no address that it could reach");
    }
}
