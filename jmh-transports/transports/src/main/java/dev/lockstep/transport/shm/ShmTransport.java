package dev.lockstep.transport.shm;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.ring.RingEndpoint;
import dev.lockstep.transport.ring.Waiting;
import java.io.IOException;
import java.util.Map;

/** Messages between processes of one host, through rings in memory that both have mapped. */
public final class ShmTransport implements Transport {
    @Override
    public String name() {
        return "shm";
    }

    @Override
    public String description() {
        return "rings in memory that two processes have mapped";
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
        return "shared memory";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return Waiting.of(options).participle();
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.HOSTS, "its memory is that of one host",
                Capability.PUSH, RingEndpoint.NO_THREAD,
                Capability.THREADS, "a ring has one writer and one reader: a connection for each thread");
    }

    @Override
    public int largest(Map<String, String> options) {
        return Berth.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        Waiting waiting = Waiting.of(setting.options());
        return new RingEndpoint(Berth.open(setting), setting.largest(), waiting);
    }
}
