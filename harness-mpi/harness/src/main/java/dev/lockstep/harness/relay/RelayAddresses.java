package dev.lockstep.harness.relay;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Where a relay listens, and by which addresses ranks reach it. */
final class RelayAddresses {
    /** What container and virtual-machine software calls the bridges within a host: no other host can use their addresses. */
    private static final Pattern WITHIN_HOST = Pattern.compile("(docker|podman|virbr|lxcbr|cni|br-).*");

    private RelayAddresses() {}

    /** Every interface if there are ranks on other hosts, else loopback alone. */
    static InetAddress bind(boolean beyondThisHost) {
        return beyondThisHost ? new InetSocketAddress(0).getAddress() : InetAddress.getLoopbackAddress();
    }

    /** As {@code host:port}, best first: IPv4, then IPv6; link-local ones are left out, for they need the caller's own name of its interface. */
    static List<String> of(InetAddress bind, int port) throws IOException {
        if (!bind.isAnyLocalAddress()) {
            return List.of(text(bind, port));
        }
        List<String> all = NetworkInterface.networkInterfaces()
                .filter(RelayAddresses::isUp)
                .sorted(Comparator.comparing(
                        i -> WITHIN_HOST.matcher(i.getName()).matches()))
                .flatMap(NetworkInterface::inetAddresses)
                .filter(a -> !a.isLoopbackAddress() && !a.isLinkLocalAddress())
                .sorted(Comparator.comparing(a -> a instanceof Inet6Address))
                .map(a -> text(a, port))
                .toList();
        if (all.isEmpty()) {
            throw new IOException(
                    "this host has no network interface that is up and has an address: other hosts' ranks could not reach it");
        }
        return all;
    }

    private static boolean isUp(NetworkInterface networkInterface) {
        try {
            return networkInterface.isUp();
        } catch (SocketException e) {
            // It went away while it was looked at.
            return false;
        }
    }

    private static String text(InetAddress address, int port) {
        String numbers = address.getHostAddress().replaceFirst("%.*", "");
        return (address instanceof Inet6Address ? "[" + numbers + "]" : numbers) + ":" + port;
    }
}
