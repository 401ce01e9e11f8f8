package dev.lockstep.transport.grpc;

import dev.lockstep.transport.Setting;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import java.io.Closeable;
import java.io.IOException;

/** What calls go over. */
interface Medium extends Closeable {
    /** A server at the setting's address, or at a free one. */
    ServerBuilder<?> server(Setting setting) throws IOException;

    /** The address of a server that has started. */
    String address(Server server);

    /** A channel to an address. */
    ManagedChannelBuilder<?> channel(String address) throws IOException;

    /** Ends what it has, when its server and channels have ended. */
    @Override
    void close();
}
