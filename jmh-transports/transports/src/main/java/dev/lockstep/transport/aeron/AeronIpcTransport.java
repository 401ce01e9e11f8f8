package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Setting;
import java.io.IOException;
import java.util.Map;

/** Aeron's IPC: logs in shared memory, from one process to another of the same host, which the driver only keeps in order. */
public final class AeronIpcTransport extends AeronTransport {
    /** The constructor for {@link java.util.ServiceLoader}. */
    public AeronIpcTransport() {}

    @Override
    public String name() {
        return "aeron-ipc";
    }

    @Override
    public String description() {
        return "Aeron over shared memory; driver=embedded or process";
    }

    @Override
    public String medium() {
        return "shared memory, Aeron";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = super.unsupported(options);
        all.put(Capability.HOSTS, "its memory is that of one host: between hosts take aeron-udp");
        return all;
    }

    @Override
    Endpoint open(Setting setting, int term) throws IOException {
        return AeronEndpoint.open(setting, Medium.IPC, term);
    }
}
