package dev.lockstep.harness.rank;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/**
 * Stands in for JMH's host towards the {@code ForkedMain} of this JVM: a loopback port whose bytes go through the relay, so that JMH's unauthenticated
 * link never leaves a host.
 */
final class ForkPump {
    private final ServerSocket server;
    private final RelayLink relay;
    private final List<Seat> seats;

    /** What the seats have timed follows JMH's last byte. */
    ForkPump(RelayLink relay, List<Seat> seats) throws IOException {
        this.relay = relay;
        this.seats = seats;
        this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread pump = new Thread(this::pump, "lockstep-fork-pump");
        pump.setDaemon(true);
        pump.start();
    }

    String host() {
        return server.getInetAddress().getHostAddress();
    }

    int port() {
        return server.getLocalPort();
    }

    private void pump() {
        try (server;
                Socket client = server.accept()) {
            relay.jmh(client.getOutputStream());
            InputStream in = client.getInputStream();
            byte[] bytes = new byte[1 << 16];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                relay.send(bytes, n);
            }
            for (Seat seat : seats) {
                seat.sendOpTimes(relay);
            }
            relay.bye();
        } catch (IOException e) {
            // The relay notices a link that ends without BYE, and names this rank.
            System.err.println("lockstep: the link between JMH and the relay broke: " + e);
        }
    }
}
