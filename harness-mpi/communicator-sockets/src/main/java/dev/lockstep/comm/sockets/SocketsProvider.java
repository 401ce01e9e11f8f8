package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/** What both providers have in common: processes without MPI, which the harness tells of each other. */
abstract class SocketsProvider implements CommunicatorProvider {
    static final String VERSION = "1";

    private final String name;
    private final Map<String, String> defaults;
    private final Map<String, String> options;
    private final Settings settings;

    SocketsProvider(String name, Map<String, String> defaults, Map<String, String> options) {
        this.name = name;
        this.defaults = Map.copyOf(defaults);
        this.options = Map.copyOf(options);
        settings = Settings.of(options);
    }

    abstract Scheme scheme(Engine engine, Settings how, int size);

    @Override
    public final String name() {
        return Options.format(name, options, defaults);
    }

    @Override
    public final Map<String, String> options() {
        return options;
    }

    @Override
    public final boolean ranksAreThreads() {
        return false;
    }

    @Override
    public final Availability availability() {
        return Availability.Available.plain(VERSION, "Java's sockets");
    }

    @Override
    public final World open(WorldOptions wanted) {
        Peers peers = wanted.peers()
                .orElseThrow(() -> new IllegalStateException("comm=" + name()
                        + " needs a launch whose processes are told of each other: run it with 'lockstep run', or"
                        + " add '-prof ranks' to JMH's command line"));
        return new ProcessWorld(
                name(),
                unsupported(),
                settings,
                wanted,
                peers,
                (abort, addresses) -> meet(wanted.ranks(), peers, abort, addresses),
                ProcessCommunicator::new);
    }

    private Engine meet(int size, Peers peers, Abort abort, List<InetAddress> addresses) throws IOException {
        InetAddress mine = addresses.get(peers.rank());
        SocketsEngine engine;
        try {
            engine = new SocketsEngine(
                    peers.rank(), size, mine, settings, System::nanoTime, e -> scheme(e, settings, size), abort);
        } catch (IOException e) {
            throw new IOException("it cannot listen at " + mine.getHostAddress() + ": " + e.getMessage(), e);
        }
        try {
            engine.know(addresses, peers.allGather("lockstep-sockets", engine.card()));
            engine.addIdle(settings.idle());
        } catch (IOException | RuntimeException e) {
            engine.close();
            throw e;
        }
        return engine;
    }
}
