package dev.lockstep.transport.shaped;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.support.Deadline;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Connects through the switch. Its address is that of the endpoint itself: who connects there by other means is on no link. */
final class ShapedEndpoint implements Endpoint {
    private final Endpoint endpoint;
    private final Link link;

    /** By address, where to connect to for it. */
    private final Map<String, String> ways = new ConcurrentHashMap<>();

    private volatile boolean closed;

    /** A host's link to a switch. */
    record Link(String toSwitch, String host) {
        String ask(String what, String address) throws IOException {
            return Switch.ask(toSwitch, what, address, host);
        }
    }

    ShapedEndpoint(Endpoint endpoint, Link link) throws IOException {
        this.endpoint = endpoint;
        this.link = link;
        if (isPort(endpoint.address())) {
            link.ask(Switch.OPEN, endpoint.address());
        }
    }

    /** Whether an address is a port; if not, it is a name that a broker knows. */
    static boolean isPort(String address) {
        return address.startsWith(Tcp.SCHEME);
    }

    @Override
    public String address() {
        return endpoint.address();
    }

    /** A way that is known may have ended with the endpoint there, in whose place there is another one now. */
    @Override
    public Outbox connect(String address, long timeoutNanos) throws IOException {
        if (closed || !isPort(address)) {
            return endpoint.connect(address, timeoutNanos);
        }
        Tcp.parse(address);
        long end = Deadline.of(timeoutNanos);
        String known = ways.get(address);
        if (known != null) {
            try {
                return endpoint.connect(known, timeoutNanos);
            } catch (IOException e) {
                ways.remove(address);
                if (Deadline.left(end) < 0) {
                    throw e;
                }
            }
        }
        String way = link.ask(Switch.CONNECT, address);
        ways.put(address, way);
        return endpoint.connect(way, Deadline.forLook(end));
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return endpoint.receive(into, timeoutNanos);
    }

    @Override
    public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
        return endpoint.receive(into, from, timeoutNanos);
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        return endpoint.poll(receiver, limit);
    }

    @Override
    public void reply(long sender, ByteBuffer message) throws IOException {
        endpoint.reply(sender, message);
    }

    /** Says so first: the address may be another one's as soon as it is free. */
    @Override
    public void close() throws IOException {
        if (closed || !isPort(endpoint.address())) {
            closed = true;
            endpoint.close();
            return;
        }
        closed = true;
        Closing.all(List.of(() -> link.ask(Switch.CLOSE, endpoint.address()), endpoint));
    }
}
