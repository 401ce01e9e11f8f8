package dev.lockstep.pattern.pubsub;

import dev.lockstep.spi.Options;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Hosting;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lets publishers find subscribers: a registry that others ask by a {@link Protocol}, and whose places are in a store.
 * Users write {@code tcp} or {@code http}, and {@code :store=memory} or {@code :store=h2} behind it. It is asked at
 * the start, and no message passes it, but where it is a {@link Relay}.
 */
final class Mediator implements Hosting {
    private static final String PROTOCOL = "protocol";
    private static final String STORE = "store";
    private static final String MEMORY = "memory";
    private static final String H2 = "h2";

    /** In memory, without a name: each connection has its own. */
    private static final String H2_URL = "jdbc:h2:mem:";

    private static final Map<String, Protocol> PROTOCOLS =
            new TreeMap<>(Map.of("tcp", new TcpProtocol(), "http", new HttpProtocol()));

    /** For {@link dev.lockstep.transport.process.PeerProcess}. */
    Mediator() {}

    /**
     * The options of a setting for what a user wrote.
     *
     * @throws IllegalArgumentException if there is no such protocol or store; says which there are
     */
    static Map<String, String> options(String text) {
        Map<String, String> options = new TreeMap<>(Options.parse("mediator", text, Map.of(STORE, MEMORY)));
        Setting.option(options, STORE, MEMORY, H2);
        options.put(PROTOCOL, Options.name(text));
        Setting.option(options, PROTOCOL, PROTOCOLS.keySet().toArray(String[]::new));
        return options;
    }

    /** Whether a choice takes H2, a database that need not be on the class path. */
    static boolean takesH2(String text) {
        return options(text).get(STORE).equals(H2);
    }

    /** Whether it is there. */
    static boolean hasH2() {
        return DriverManager.drivers()
                .anyMatch(driver -> driver.getClass().getName().startsWith("org.h2."));
    }

    /** At the setting's address, on a free port unless the setting names one. */
    @Override
    public Hosted host(Setting setting) throws IOException {
        return serve(setting, store(setting));
    }

    /** The store of a setting. */
    static Registry store(Setting setting) throws IOException {
        return setting.options().get(STORE).equals(H2) ? new JdbcStore(H2_URL) : new MemoryStore();
    }

    /** Serves a registry, which is closed with it, or if that fails. */
    static Hosted serve(Setting setting, Registry registry) throws IOException {
        Protocol protocol = PROTOCOLS.get(setting.options().get(PROTOCOL));
        InetSocketAddress at = setting.at().isPresent()
                ? Tcp.parse(protocol.scheme(), setting.at().get())
                : new InetSocketAddress(setting.address(), 0);
        try {
            Hosted serving = protocol.serve(at, registry);
            return new Hosted(serving.text(), () -> {
                serving.close();
                registry.close();
            });
        } catch (IOException e) {
            registry.close();
            throw new IOException(
                    "a mediator cannot listen at " + Tcp.format(protocol.scheme(), at) + ": " + Tcp.reason(e), e);
        }
    }

    /**
     * The registry of a mediator.
     *
     * @param address as its text says; nobody is asked yet
     * @throws IllegalArgumentException if it is none
     * @throws IOException if there is no such host
     */
    static Registry at(String address) throws IOException {
        Protocol protocol = PROTOCOLS.values().stream()
                .filter(one -> address.startsWith(one.scheme()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + address + "' is no address of a mediator"));
        return new Asking(protocol, Tcp.parse(protocol.scheme(), address), "the mediator at " + address);
    }

    /** Asks for each call; has nothing that is to be closed. */
    private record Asking(Protocol protocol, InetSocketAddress at, String name) implements Registry {
        private List<String> ask(String... words) throws IOException {
            String answer;
            String request = String.join(" ", words);
            if (request.contains("\n")) {
                throw new IllegalArgumentException("a request is one line, not '" + request + "'");
            }
            try {
                answer = protocol.ask(at, request);
            } catch (IOException e) {
                throw new IOException(name + " does not answer: " + Tcp.reason(e), e);
            }
            return Requests.places(answer, name);
        }

        @Override
        public void register(String topic, String place) throws IOException {
            ask(Requests.REGISTER, topic, place);
        }

        @Override
        public void remove(String topic, String place) throws IOException {
            ask(Requests.REMOVE, topic, place);
        }

        @Override
        public List<String> resolve(String topic) throws IOException {
            return ask(Requests.RESOLVE, topic);
        }

        @Override
        public void close() {}
    }
}
