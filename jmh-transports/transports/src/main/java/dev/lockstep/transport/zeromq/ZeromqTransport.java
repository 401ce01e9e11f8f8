package dev.lockstep.transport.zeromq;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.support.Libraries;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.util.Map;

/**
 * ZeroMQ by JeroMQ: a ROUTER for each endpoint, a DEALER for each outbox. {@code hwm} is the high-water mark of both, in messages of
 * one connection.
 */
public final class ZeromqTransport implements Transport {
    private static final String HWM = "hwm";

    /** The constructor for {@link java.util.ServiceLoader}. */
    public ZeromqTransport() {}

    @Override
    public String name() {
        return "zeromq";
    }

    @Override
    public String description() {
        return "ZeroMQ by JeroMQ over TCP: a ROUTER, and DEALERs; hwm=1000 messages may wait at each end";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(HWM, "1000", Transports.JARS, Transports.CLASS_PATH);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return Libraries.ask("JeroMQ", "org.zeromq:jeromq", () -> {
            hwm(options);
            return new Availability.Available(Peer.version());
        });
    }

    private static int hwm(Map<String, String> options) {
        String value = String.valueOf(options.get(HWM));
        if (!value.matches("[1-9][0-9]{0,6}")) {
            throw new IllegalArgumentException(
                    "option " + HWM + " is '" + value + "'; it can be a number of messages, from 1 to 9999999");
        }
        return Integer.parseInt(value);
    }

    @Override
    public String medium() {
        return "a TCP connection, ZeroMQ";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.PUSH, "a socket of ZeroMQ calls nobody: who receives reads it",
                Capability.ALLOCATION_FREE, "a message of JeroMQ is an object",
                Capability.BROKEN_OFF, "JeroMQ drops what has come of a message that breaks off, and tells nobody");
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        int hwm = hwm(setting.options());
        Libraries.require(this, setting.options());
        return new ZeromqEndpoint(setting, hwm);
    }
}
