package dev.lockstep.transport.http2;

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
 * HTTP/2 without TLS, by Jetty's client and server, whose connections begin with HTTP/2 at once. A message is the body of a
 * POST, which returns when the server has it; an answer is the body of the response. Each is a stream of its own.
 */
public final class Http2Transport implements Transport {
    /** The constructor for {@link java.util.ServiceLoader}. */
    public Http2Transport() {}

    @Override
    public String name() {
        return "http2";
    }

    @Override
    public String description() {
        return "HTTP/2 by Jetty's client and server: a stream for each request";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(Transports.JARS, Transports.CLASS_PATH);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return Libraries.ask(
                "Jetty",
                "org.eclipse.jetty.http2:jetty-http2-client and jetty-http2-server",
                () -> new Availability.Available(Listening.version()));
    }

    @Override
    public String medium() {
        return "HTTP/2";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.OFFER, "a request waits for its response, and several at once may overtake each other",
                Capability.CLAIM, "the client takes bodies from the caller's memory",
                Capability.ALLOCATION_FREE, "a request and its response have objects");
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        Libraries.require(this, setting.options());
        return new Http2Endpoint(setting);
    }
}
