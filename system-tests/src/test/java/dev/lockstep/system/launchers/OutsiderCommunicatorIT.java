package dev.lockstep.system.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.system.fixtures.Compiled;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's communicator without an MPI: its processes find each other by what every provider is given. */
@Tag("environments")
@Timeout(220)
class OutsiderCommunicatorIT {
    /** Each rank connects to the next one and tells it who it is; then there are rank, size and barrier, as with comm=none. */
    private static final String PROVIDER = """
            package org.other;
            import dev.lockstep.comm.*;
            import dev.lockstep.comm.spi.*;
            import dev.lockstep.harness.rank.NoneProvider;
            import dev.lockstep.spi.Availability;
            import java.io.*;
            import java.net.*;
            import java.util.*;
            public class Ring implements CommunicatorProvider {
                private final CommunicatorProvider none = new NoneProvider();
                public String name() { return "ring"; }
                public String description() { return "a ring of sockets"; }
                public boolean ranksAreThreads() { return false; }
                public Availability availability() { return new Availability.Available("Ring 1.0"); }
                public Map<Capability, String> unsupported() { return none.unsupported(); }
                public World open(WorldOptions options) {
                    Peers peers = options.peers().orElseThrow();
                    int rank = peers.rank();
                    int next = (rank + 1) % options.ranks();
                    List<InetAddress> addresses = peers.addresses();
                    try (ServerSocket server = new ServerSocket(0, 1, addresses.get(rank))) {
                        List<byte[]> ports = peers.allGather("ports", ("" + server.getLocalPort()).getBytes());
                        int port = Integer.parseInt(new String(ports.get(next)));
                        try (Socket out = new Socket(addresses.get(next), port); Socket in = server.accept()) {
                            out.getOutputStream().write(rank);
                            int before = in.getInputStream().read();
                            if ((before + 1) % options.ranks() != rank) {
                                throw new IllegalStateException("rank " + rank + " is told by " + before);
                            }
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    World world = none.open(options);
                    return new World() {
                        public int size() { return world.size(); }
                        public List<Integer> localRanks() { return world.localRanks(); }
                        public Communicator communicator(int rank, int index) { return world.communicator(rank, index); }
                        public String library() { return "a closed ring of " + options.ranks() + " sockets"; }
                        public String threadLevel() { return world.threadLevel(); }
                        public void abort(String reason) { world.abort(reason); }
                        public void close() { world.close(); }
                    };
                }
            }
            """;

    @TempDir
    Path scratch;

    @Test
    void isGivenRankAddressesAndAnExchangeOfSmallValues() throws IOException, InterruptedException {
        Path classes = Compiled.to(scratch, List.of("-proc:none"), PROVIDER);
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.lockstep.comm.spi.CommunicatorProvider"), "org.other.Ring\n");
        Path out = scratch.resolve("out");
        new LockstepJar(scratch)
                .with(classes)
                .exits(
                        0,
                        "run TransportPingPong --comm ring --ranks 4 --threads 1 -p bytes=64 -p transport=socket --forks 1"
                                + " --distribution-forks 0 --warmup 1 --iterations 2 --iteration-time 10ms --ops 100"
                                + " --timeout 120s --out " + out);
        assertThat(Files.readString(out.resolve("environment.json"))).contains("a closed ring of 4 sockets");
        assertThat(JournalLines.of(out, "launch"))
                .isNotEmpty()
                .allSatisfy(e -> assertThat(e.get("status").asText()).isEqualTo("ok"));
    }
}
