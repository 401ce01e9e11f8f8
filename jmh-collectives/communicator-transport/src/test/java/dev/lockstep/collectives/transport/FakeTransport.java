package dev.lockstep.collectives.transport;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.inproc.InprocTransport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code inproc} with what is difficult about others; the option {@code as} says with what. */
public class FakeTransport implements Transport {
    /** A host serves all peers, without which they cannot close. */
    static final String HOSTED = "hosted";

    /** It has to be received from by a thread, which cannot be told to give up. */
    static final String ENDLESS = "endless";

    /** It has to be received from by a thread, and sending never ends by itself. */
    static final String STUCK = "stuck";

    /** Hosts that have ended. */
    static final Set<String> ENDED = ConcurrentHashMap.newKeySet();

    private static final long GOODBYE_MILLIS = 300;

    private final Transport inproc = new InprocTransport();

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public String description() {
        return "a difficult one";
    }

    @Override
    public Map<String, String> options() {
        return Map.of("as", HOSTED);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return new Availability.Available("1");
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = new HashMap<>(inproc.unsupported(inproc.options()));
        if (!HOSTED.equals(options.get("as"))) {
            all.put(Capability.POLL, "a thread receives");
        }
        if (ENDLESS.equals(options.get("as"))) {
            all.put(Capability.TIMEOUT, "it never gives up");
        }
        return all;
    }

    @Override
    public Hosted.Per hosted(Map<String, String> options) {
        return HOSTED.equals(options.get("as")) ? Hosted.Per.JOB : Hosted.Per.NOBODY;
    }

    /** By its name a thread knows that the host is its own. */
    @Override
    public Hosted host(Setting setting) {
        String host = Thread.currentThread().getName();
        return new Hosted(host, () -> ENDED.add(host));
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Endpoint inner = inproc.open(Setting.of(inproc, setting.folder(), setting.largest()));
        boolean guest = !setting.hosted().equals(Thread.currentThread().getName());
        return new FakeEndpoint(inner, STUCK.equals(setting.options().get("as")), guest ? setting.hosted() : "");
    }

    private record FakeEndpoint(Endpoint inner, boolean stuck, String host) implements Endpoint {
        @Override
        public String address() {
            return inner.address();
        }

        @Override
        public Outbox connect(String address, long timeoutNanos) throws IOException {
            Outbox outbox = inner.connect(address, timeoutNanos);
            return stuck ? new StuckOutbox(outbox) : outbox;
        }

        @Override
        public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
            return inner.receive(into, timeoutNanos);
        }

        @Override
        public int poll(Receiver receiver, int limit) throws IOException {
            return inner.poll(receiver, limit);
        }

        /** A guest takes its time, and needs its host. */
        @Override
        public void close() throws IOException {
            if (!host.isEmpty()) {
                try {
                    Thread.sleep(GOODBYE_MILLIS);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                if (ENDED.contains(host)) {
                    throw new IOException("the host has ended before its guest");
                }
            }
            inner.close();
        }
    }

    /** Tells an interrupt by a cause alone, as does who knows no better. */
    private record StuckOutbox(Outbox inner) implements Outbox {
        @Override
        public void send(ByteBuffer message) throws IOException {
            try {
                if (!new CountDownLatch(1).await(20, TimeUnit.SECONDS)) {
                    throw new IOException("nobody has interrupted it");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }

    /** One with an option whose name the communicator has, too. */
    public static final class Clashing extends FakeTransport {
        @Override
        public String name() {
            return "clashing";
        }

        @Override
        public Map<String, String> options() {
            return Map.of("as", HOSTED, "timeout", "3");
        }
    }
}
