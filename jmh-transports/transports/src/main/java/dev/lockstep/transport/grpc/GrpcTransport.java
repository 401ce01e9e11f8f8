package dev.lockstep.transport.grpc;

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
import java.util.EnumMap;
import java.util.Map;

/**
 * gRPC. {@code call} is {@code unary}, a call for each message, or {@code stream}, one bidirectional call for all of a
 * connection; {@code over} is {@code tcp} or {@code process}. Callbacks run in a pool of threads, as by default in gRPC.
 */
public final class GrpcTransport implements Transport {
    private static final String CALL = "call";
    private static final String OVER = "over";
    private static final String UNARY = "unary";
    private static final String STREAM = "stream";
    private static final String TCP = "tcp";
    private static final String PROCESS = "process";
    private static final String ONE_PROCESS = "its peers are of one process";

    /** The constructor for {@link java.util.ServiceLoader}. */
    public GrpcTransport() {}

    @Override
    public String name() {
        return "grpc";
    }

    @Override
    public String description() {
        return "gRPC, messages as they are; call=unary or stream, over=tcp or process";
    }

    @Override
    public Map<String, String> options() {
        return Map.of(CALL, UNARY, OVER, TCP, Transports.JARS, Transports.CLASS_PATH);
    }

    @Override
    public Availability availability(Map<String, String> options) {
        return Libraries.ask("gRPC", "io.grpc:grpc-netty, grpc-inprocess and grpc-stub", () -> {
            requireOptions(options);
            return new Availability.Available(Peer.version());
        });
    }

    private static void requireOptions(Map<String, String> options) {
        Setting.option(options, CALL, UNARY, STREAM);
        Setting.option(options, OVER, TCP, PROCESS);
    }

    @Override
    public String medium() {
        return "HTTP/2, gRPC";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        Map<Capability, String> all = new EnumMap<>(Map.of(
                Capability.CLAIM, "messages are handed over as objects",
                Capability.ALLOCATION_FREE, "a call and its messages have objects",
                Capability.BROKEN_OFF, "a call whose message breaks off is cancelled before anybody sees it"));
        if (!STREAM.equals(options.get(CALL))) {
            all.put(Capability.OFFER, "a call waits for its answer, and several at once may overtake each other");
        }
        if (PROCESS.equals(options.get(OVER))) {
            all.put(Capability.PROCESSES, ONE_PROCESS);
            all.put(Capability.HOSTS, ONE_PROCESS);
            all.put(Capability.PEER_DEATH, ONE_PROCESS);
        }
        return all;
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        Map<String, String> options = setting.options();
        requireOptions(options);
        Libraries.require(this, options);
        Medium medium = options.get(OVER).equals(TCP) ? new TcpMedium() : new ProcessMedium();
        return new GrpcEndpoint(setting, medium, options.get(CALL).equals(STREAM));
    }
}
