package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Setting;
import java.io.IOException;

/** Aeron over UDP, from one address to another: the driver of each host sends, receives, and sends again what is lost. */
public final class AeronUdpTransport extends AeronTransport {
    /** The constructor for {@link java.util.ServiceLoader}. */
    public AeronUdpTransport() {}

    @Override
    public String name() {
        return "aeron-udp";
    }

    @Override
    public String description() {
        return "Aeron over UDP; driver=embedded or process";
    }

    @Override
    public String medium() {
        return "UDP, Aeron";
    }

    @Override
    Endpoint open(Setting setting, int term) throws IOException {
        return AeronEndpoint.open(setting, Medium.UDP, term);
    }
}
