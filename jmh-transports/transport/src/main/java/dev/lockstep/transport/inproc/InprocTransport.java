package dev.lockstep.transport.inproc;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.ring.Layout;
import dev.lockstep.transport.ring.RingEndpoint;
import dev.lockstep.transport.ring.Waiting;
import java.io.IOException;
import java.util.Map;

/** Messages between threads of one JVM, through rings in direct memory. */
public final class InprocTransport implements Transport {
    private static final String ONE_PROCESS = "its memory is that of one JVM";

    @Override
    public String name() {
        return "inproc";
    }

    @Override
    public String description() {
        return "rings in the memory of one JVM";
    }

    @Override
    public Map<String, String> options() {
        return Waiting.OPTION;
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return Waiting.availability(options);
    }

    @Override
    public String medium() {
        return "the memory of one JVM";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return Waiting.of(options).participle();
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.PROCESSES, ONE_PROCESS,
                Capability.HOSTS, ONE_PROCESS,
                Capability.PEER_DEATH, ONE_PROCESS,
                Capability.PUSH, RingEndpoint.NO_THREAD,
                Capability.THREADS, "a ring has one writer and one reader: a connection for each thread");
    }

    /** A ring is one buffer. */
    @Override
    public int largest(Map<String, String> options) {
        return Layout.largest(Integer.MAX_VALUE - Port.ALIGNMENT);
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        Waiting waiting = Waiting.of(setting.options());
        return new RingEndpoint(Port.open(setting.at(), setting.largest()), setting.largest(), waiting);
    }
}
