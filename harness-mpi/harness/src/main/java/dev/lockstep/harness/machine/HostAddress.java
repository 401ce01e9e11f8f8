package dev.lockstep.harness.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.stream.Stream;

/** The address where a process listens for others that may be on other hosts. */
public final class HostAddress {
    private HostAddress() {}

    /**
     * An address of this host that all of some processes can connect to: the one that reaches the harness, if it is for
     * other hosts as well or there are none; else one of an interface.
     *
     * @param mine the one by which this process reaches the harness
     * @param all those by which each of the processes does, this one too
     * @throws IOException if this host has no address that the others can reach
     */
    public static InetAddress reachable(InetAddress mine, List<InetAddress> all) throws IOException {
        return all.stream().allMatch(InetAddress::isLoopbackAddress)
                ? mine
                : reachableAmong(mine, interfaceAddresses());
    }

    /** The host of the harness itself may be reached by its own ranks over loopback, which no other host can use. */
    static InetAddress reachableAmong(InetAddress mine, List<InetAddress> ofInterfaces) throws IOException {
        if (!mine.isLoopbackAddress()) {
            return mine;
        }
        return ofInterfaces.stream()
                .filter(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress())
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "a rank is on another host, and this one has no address that it could reach, only "
                                + ofInterfaces));
    }

    private static List<InetAddress> interfaceAddresses() throws IOException {
        try (Stream<NetworkInterface> all = NetworkInterface.networkInterfaces()) {
            return all.flatMap(NetworkInterface::inetAddresses).toList();
        }
    }
}
