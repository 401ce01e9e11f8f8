package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;

/** The code of a clause on the port of an endpoint that is open. */
@FunctionalInterface
interface OnPort {
    void run(Stage stage, Endpoint endpoint, SocketAddress port) throws Exception;

    /** The clause's check, which is aborted where an endpoint has no such port; {@code lacks} says so. */
    default Clause.Check at(Function<Endpoint, Optional<? extends SocketAddress>> ports, String lacks) {
        return stage -> {
            Endpoint endpoint = stage.open();
            Optional<? extends SocketAddress> port = ports.apply(endpoint);
            if (port.isEmpty()) {
                Assumptions.abort(lacks + ", but has the address " + endpoint.address());
            }
            run(stage, endpoint, port.get());
        };
    }
}
