package dev.lockstep.harness.rank;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.harness.link.AllGather;
import dev.lockstep.harness.machine.HostAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The other processes of a launch, by the relay that all of them are connected to. */
final class RelayPeers implements Peers {
    private static final String ADDRESSES = "addresses";

    private final int rank;
    private final RelayLink relay;
    private final Optional<Path> folder;
    private final Map<String, AtomicInteger> exchanges = new ConcurrentHashMap<>();

    RelayPeers(int rank, RelayLink relay, Optional<Path> folder) {
        this.rank = rank;
        this.relay = relay;
        this.folder = folder;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public List<InetAddress> addresses() {
        try {
            InetAddress towardsRelay = relay.localAddress();
            return gathered(HostAddress.reachable(towardsRelay, gathered(towardsRelay)));
        } catch (IOException e) {
            throw new CommunicationException("the processes cannot tell each other where to listen", e);
        }
    }

    private List<InetAddress> gathered(InetAddress mine) throws UnknownHostException {
        List<InetAddress> all = new ArrayList<>();
        for (byte[] address : allGather(ADDRESSES, mine.getAddress())) {
            all.add(InetAddress.getByAddress(address));
        }
        return all;
    }

    @Override
    public Optional<Path> folder() {
        return folder;
    }

    @Override
    public List<byte[]> allGather(String name, byte[] mine) {
        AllGather.requireShort(mine);
        int sequence = exchanges.computeIfAbsent(name, n -> new AtomicInteger()).getAndIncrement();
        return relay.exchange(new AllGather(name, sequence, List.of(mine)));
    }
}
