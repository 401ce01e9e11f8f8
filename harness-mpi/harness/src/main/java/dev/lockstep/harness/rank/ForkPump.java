package dev.lockstep.harness.rank;

import dev.lockstep.comm.ports.PeerUser;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import jdk.net.ExtendedSocketOptions;

/**
 * Stands in for JMH's host towards the {@code ForkedMain} of this JVM: a loopback port whose bytes go through the relay, so that JMH's unauthenticated
 * link never leaves a host.
 */
final class ForkPump {
    /** So that strangers who come first do not keep JMH's client from coming. */
    private static final int BACKLOG = 64;

    private final ServerSocket server;
    private final RelayLink relay;
    private final List<RankThread> threads;

    /** What the threads have timed follows JMH's last byte. */
    ForkPump(RelayLink relay, List<RankThread> threads) throws IOException {
        this.relay = relay;
        this.threads = threads;
        this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
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
        try (Socket client = client()) {
            relay.jmh(client.getOutputStream());
            InputStream in = client.getInputStream();
            byte[] bytes = new byte[1 << 16];
            acknowledgeAtOnce(client);
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                acknowledgeAtOnce(client);
                relay.send(bytes, n);
            }
            relay.measured();
            finish();
        } catch (IOException e) {
            // The relay notices a link that ends without BYE, and names this rank.
            System.err.println("lockstep: the link between JMH and the relay broke: " + e);
        }
    }

    /** The first that no other user's process has at its other end. Then nobody else can connect. */
    private Socket client() throws IOException {
        try (server) {
            Socket client = server.accept();
            while (PeerUser.isAnothers(client)) {
                client.close();
                client = server.accept();
            }
            return client;
        }
    }

    /**
     * JMH's client leaves Nagle's algorithm on, which holds its second frame back until the first is acknowledged: some 40 ms, in which ranks wait for the next iteration to begin. The system forgets this
     * option.
     */
    private static void acknowledgeAtOnce(Socket client) throws IOException {
        if (client.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK)) {
            client.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
    }

    private void finish() throws IOException {
        try {
            for (RankThread rankThread : threads) {
                rankThread.sendOpTimes(relay);
            }
            relay.bye();
        } catch (RuntimeException | Error e) {
            // The JVM waits for an acknowledgement, which would never come.
            relay.fail("its operation times cannot be sent: " + e);
        }
    }
}
