package dev.lockstep.transport.http;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * HTTP/1.1 without TLS, by the JDK's client and server. A message is the body of a POST, which returns when the server has it;
 * an answer is the body of the response. {@code connection} is {@code kept} open, or {@code request}: one for each.
 */
public final class HttpTransport implements Transport {
    private static final String CONNECTION = "connection";

    private static final String KEPT = "kept";
    private static final String REQUEST = "request";

    /** Without it the JDK's server leaves the end of a response to Nagle's algorithm (RFC 896), for 40 ms each time. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    /** The constructor for {@link java.util.ServiceLoader}. */
    public HttpTransport() {}

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String description() {
        return "HTTP/1.1 by the JDK's client and server; connection=kept or request";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(CONNECTION, KEPT);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        try {
            isForOne(options);
            return new Availability.Available(
                    "JDK " + Runtime.version().feature(),
                    "the JDK",
                    List.of(),
                    Map.of(NO_DELAY, "true"),
                    Map.of(),
                    List.of());
        } catch (IllegalArgumentException e) {
            return new Availability.Unavailable(e.getMessage(), "choose one of these");
        }
    }

    private static boolean isForOne(Map<String, String> options) {
        return Setting.option(options, CONNECTION, KEPT, REQUEST).equals(REQUEST);
    }

    @Override
    public String medium() {
        return "HTTP/1.1";
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
        boolean forOne = isForOne(setting.options());
        if (!Boolean.getBoolean(NO_DELAY)) {
            throw new IOException(
                    "the JDK's server answers after 40 ms unless its JVM is run with -D" + NO_DELAY + "=true");
        }
        return new HttpEndpoint(setting, forOne);
    }
}
