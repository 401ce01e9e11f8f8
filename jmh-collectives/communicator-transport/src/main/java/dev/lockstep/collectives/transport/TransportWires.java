package dev.lockstep.collectives.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lockstep.comm.sockets.Wires;
import dev.lockstep.comm.sockets.Wires.Wire;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports.Choice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process's endpoints: one for each of the others, since some hear one sender alone. */
final class TransportWires implements Wires {
    /** The largest message of a transport that is used, in bytes; what is larger goes in pieces. */
    private static final int PIECE = 64 << 10;

    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(30);
    /** How long what is hosted outlasts its process's endpoints, at most, while others have not closed theirs. */
    private static final int LINGER_MILLIS = 10_000;

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** What goes through it does not leave its host. */
    private static final String MEMORY = "shared memory";

    private static final String SEPARATOR = "\n";

    private final Choice choice;
    private final Peers peers;
    private final int piece;
    private final List<Path> folders = new ArrayList<>();
    private Endpoint[] endpoints = {};
    private TransportWire[] wires = {};
    private Hosted hosted = Hosted.NOTHING;
    private Optional<Leases> leases = Optional.empty();
    private Optional<Socket> lease = Optional.empty();
    private boolean oneHost;
    private boolean connected;

    TransportWires(Choice choice, Peers peers) {
        this.choice = choice;
        this.peers = peers;
        piece = Math.min(PIECE, choice.transport().largest(choice.options()));
    }

    /** Whether the caller's thread can do everything, and never waits. */
    static boolean polls(Choice choice) {
        Map<Capability, String> lacking = choice.transport().unsupported(choice.options());
        return !lacking.containsKey(Capability.POLL) && !lacking.containsKey(Capability.OFFER);
    }

    @Override
    public byte[] listen(List<InetAddress> addresses) throws IOException {
        int me = peers.rank();
        oneHost = addresses.stream().distinct().count() == 1;
        endpoints = new Endpoint[addresses.size()];
        wires = new TransportWire[addresses.size()];
        String text = host(addresses);
        StringBuilder card = new StringBuilder();
        for (int other = 0; other < endpoints.length; other++) {
            if (other != me) {
                endpoints[other] = choice.transport()
                        .open(setting(folder(), addresses.get(me)).withHosted(text));
                card.append(endpoints[other].address());
            }
            card.append(SEPARATOR);
        }
        return card.toString().getBytes(UTF_8);
    }

    /** Where all ranks can share memory, if the transport goes through memory, too, and all are on one host. */
    Optional<Path> shared() {
        return choice.transport().medium().equals(MEMORY) && oneHost ? peers.folder() : Optional.empty();
    }

    /** What the processes share is started by the first of all, or of each host; what all must know of it. */
    private String host(List<InetAddress> addresses) throws IOException {
        Hosted.Per per = choice.transport().hosted(choice.options());
        if (per == Hosted.Per.NOBODY) {
            return "";
        }
        InetAddress mine = addresses.get(peers.rank());
        int server = per == Hosted.Per.JOB ? 0 : addresses.indexOf(mine);
        String told = "";
        if (server == peers.rank()) {
            hosted = choice.transport().host(setting(folder(), mine));
            long served = addresses.stream()
                    .filter(address -> per == Hosted.Per.JOB || address.equals(mine))
                    .count();
            leases = Optional.of(new Leases(mine, (int) served - 1));
            told = leases.get().port() + SEPARATOR + hosted.text();
        }
        byte[] heard = peers.allGather("lockstep-hosted", told.getBytes(UTF_8)).get(server);
        String[] portAndText = new String(heard, UTF_8).split(SEPARATOR, 2);
        if (server != peers.rank()) {
            lease = Optional.of(new Socket(addresses.get(server), Integer.parseInt(portAndText[0])));
        }
        return portAndText[1];
    }

    private Setting setting(Path folder, InetAddress address) {
        return Setting.of(choice.transport(), folder, piece)
                .with(choice.options())
                .withAddress(address);
    }

    private Path folder() throws IOException {
        Path parent = peers.folder()
                .orElseGet(() -> Files.isWritable(SHARED_MEMORY)
                        ? SHARED_MEMORY
                        : Path.of(System.getProperty("java.io.tmpdir")));
        Path folder = Files.createTempDirectory(parent, "lockstep-wire-");
        folders.add(folder);
        return folder;
    }

    @Override
    public void connect(List<byte[]> cards) throws IOException {
        int me = peers.rank();
        for (int other = 0; other < wires.length; other++) {
            if (other == me) {
                continue;
            }
            String address = new String(cards.get(other), UTF_8).split(SEPARATOR, -1)[me];
            try {
                wires[other] = TransportWire.of(
                        choice, endpoints[other], endpoints[other].connect(address, CONNECT_NANOS), piece);
            } catch (IOException e) {
                throw new IOException(
                        "rank " + other + " cannot be connected to at " + address + " over transport " + choice + ": "
                                + e.getMessage(),
                        e);
            }
        }
        connected = true;
    }

    @Override
    public Wire to(int other) {
        return wires[other];
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>();
        Stream.of(wires).filter(Objects::nonNull).forEach(wire -> all.add(wire::closing));
        Stream.of(endpoints).filter(Objects::nonNull).forEach(all::add);
        lease.ifPresent(all::add);
        if (connected) {
            leases.ifPresent(own -> all.add(() -> own.awaitEnd(LINGER_MILLIS)));
        }
        leases.ifPresent(all::add);
        all.add(hosted);
        folders.forEach(folder -> all.add(() -> Files.deleteIfExists(folder)));
        Closing.all(all);
    }
}
