package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Setting;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.inprocess.InProcessSocketAddress;
import java.util.UUID;

/** Names of one process. */
final class ProcessMedium implements Medium {
    private static final String SCHEME = "grpc:";

    @Override
    public ServerBuilder<?> server(Setting setting) {
        return InProcessServerBuilder.forName(setting.at()
                .map(ProcessMedium::name)
                .orElseGet(() -> UUID.randomUUID().toString()));
    }

    private static String name(String address) {
        if (!address.startsWith(SCHEME)) {
            throw new IllegalArgumentException("an address has the form " + SCHEME + "NAME, not " + address);
        }
        return address.substring(SCHEME.length());
    }

    @Override
    public String address(Server server) {
        return SCHEME + ((InProcessSocketAddress) server.getListenSockets().get(0)).getName();
    }

    @Override
    public ManagedChannelBuilder<?> channel(String address) {
        return InProcessChannelBuilder.forName(name(address));
    }

    @Override
    public void close() {
        // Names are free when their servers have ended.
    }
}
