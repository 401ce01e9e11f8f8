package dev.lockstep.transport.inproc;

import dev.lockstep.transport.ring.Harbour;
import dev.lockstep.transport.ring.Layout;
import dev.lockstep.transport.ring.RingLink;
import java.net.BindException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/** An address in this JVM, and who has connected there. */
final class Port implements Harbour {
    /** Of memory, in bytes. */
    static final int ALIGNMENT = 64;

    private static final String SCHEME = "inproc:";

    /** What a kernel keeps of its ports, for this JVM: an address is text, so it must be found by that alone. */
    private static final ConcurrentMap<String, Port> OPEN = new ConcurrentHashMap<>();

    private static final AtomicLong NEXT = new AtomicLong();

    private final String address;
    private final int largest;
    private final List<RingLink> waiting = new ArrayList<>();
    private volatile long arrived;
    private boolean closed;

    private Port(String address, int largest) {
        this.address = address;
        this.largest = largest;
    }

    static Port open(Optional<String> at, int largest) throws BindException {
        String address = at.map(Port::checked).orElseGet(() -> SCHEME + NEXT.incrementAndGet());
        Port port = new Port(address, largest);
        if (OPEN.putIfAbsent(address, port) != null) {
            throw new BindException(address + " is taken");
        }
        return port;
    }

    private static String checked(String address) {
        if (!address.startsWith(SCHEME)) {
            throw new IllegalArgumentException("an address begins with " + SCHEME + ", not " + address);
        }
        return address;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public long arrived() {
        return arrived;
    }

    @Override
    public synchronized List<RingLink> arrivals() {
        List<RingLink> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    @Override
    public RingLink connect(String to) throws ConnectException {
        Port peer = OPEN.get(checked(to));
        if (peer == null) {
            throw new ConnectException("nobody is at " + to);
        }
        int bytes = Layout.bytes(largest);
        RingLink link = new RingLink(memory(bytes), memory(bytes), () -> {});
        if (!peer.add(link)) {
            throw new ConnectException(to + " has closed");
        }
        return link;
    }

    private synchronized boolean add(RingLink link) {
        if (!closed) {
            waiting.add(link);
            arrived++;
        }
        return !closed;
    }

    private static ByteBuffer memory(int bytes) {
        return ByteBuffer.allocateDirect(bytes + ALIGNMENT - 1)
                .alignedSlice(ALIGNMENT)
                .limit(bytes)
                .slice();
    }

    @Override
    public synchronized void refuse() {
        closed = true;
    }

    @Override
    public void close() {
        OPEN.remove(address, this);
    }
}
