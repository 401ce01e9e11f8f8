package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Tcp;
import io.aeron.Subscription;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;

/** What messages go over, and how addresses are written. */
enum Medium {
    /** Shared memory: an address names the folder of the driver, which no other host and no other launch has. */
    IPC("aeron-ipc:", 1) {
        private static final String CHANNEL = "aeron:ipc";

        @Override
        Place listen(Client client, Setting setting) throws IOException {
            int stream = client.next();
            String address = setting.at().orElse(scheme + client.folder() + "/" + stream);
            return new Place(address, label(client, address), CHANNEL, stream);
        }

        @Override
        Place find(Client client, String address) throws IOException {
            String label = label(client, address);
            int stream = client.stream(label);
            if (stream == Client.NONE) {
                throw nobody(address);
            }
            return new Place(address, label, CHANNEL, stream);
        }

        private String label(Client client, String address) throws IOException {
            int slash = address.lastIndexOf('/');
            if (!address.startsWith(scheme) || slash < scheme.length()) {
                throw new IllegalArgumentException(
                        "an address has the form " + scheme + "FOLDER/NUMBER, not " + address);
            }
            String folder = address.substring(scheme.length(), slash);
            if (!folder.equals(client.folder().toString())) {
                throw new ConnectException(address + " is at another driver than that of this host, " + client.folder()
                        + ": between hosts take aeron-udp");
            }
            return address.substring(slash + 1);
        }

        @Override
        String address(Place place, Subscription subscription) {
            return place.address();
        }

        @Override
        boolean isDead(Client client, Place place) {
            return client.stream(place.label()) != place.stream();
        }

        @Override
        boolean isLeft(Client client, Place place) {
            return false;
        }

        @Override
        String answers(String address) {
            return CHANNEL;
        }
    },

    /** UDP: a port for each endpoint, which the system chooses. The same stream for all, for an address says no more. */
    UDP("udp://", 2) {
        private static final int STREAM = 1;
        private static final String CHANNEL = "aeron:udp?";
        private static final String ENDPOINT = "endpoint=";

        @Override
        Place listen(Client client, Setting setting) throws IOException {
            InetSocketAddress at = setting.at().isPresent()
                    ? Tcp.parse(scheme, setting.at().get())
                    : new InetSocketAddress(setting.address(), 0);
            String address = Tcp.format(scheme, at);
            // The tag is what finds the port again, for answers: a port that the system has chosen is not found by its
            // number.
            return new Place(
                    address, address, CHANNEL + "tags=" + client.next() + "|" + ENDPOINT + port(address), STREAM);
        }

        @Override
        Place find(Client client, String address) throws IOException {
            String plain = plain(address);
            return new Place(plain, plain, answers(plain), STREAM);
        }

        private String plain(String address) throws UnknownHostException {
            return Tcp.format(scheme, Tcp.parse(scheme, address));
        }

        private String port(String address) {
            return address.substring(scheme.length());
        }

        @Override
        String address(Place place, Subscription subscription) throws IOException {
            String bound = subscription.resolvedEndpoint();
            return bound == null ? null : plain(scheme + bound);
        }

        /** Whoever has left may have done so while its port is still the driver's; if nobody has it, it can be bound. */
        @Override
        boolean isDead(Client client, Place place) throws IOException {
            return client.stream(place.label()) == Client.NONE && (isLeft(client, place) || isFree(place.address()));
        }

        @Override
        boolean isLeft(Client client, Place place) {
            return client.isBound(port(place.address()));
        }

        private boolean isFree(String address) throws IOException {
            try (DatagramChannel probe = DatagramChannel.open()) {
                probe.bind(Tcp.parse(scheme, address));
                return true;
            } catch (SocketException somebodyOrElsewhere) {
                return false;
            }
        }

        @Override
        String answers(String address) throws UnknownHostException {
            return CHANNEL + ENDPOINT + port(plain(address));
        }
    };

    final String scheme;

    /** How many logs, of three terms, a connection within a host takes: that of who sends, and that of who receives. */
    final int logs;

    Medium(String scheme, int logs) {
        this.scheme = scheme;
        this.logs = logs;
    }

    /**
     * Where an endpoint is.
     *
     * @param address for peers
     * @param label by which it is registered with the driver
     * @param channel of Aeron
     * @param stream in it
     */
    record Place(String address, String label, String channel, int stream) {
        /** The channel by which who listens there hears answers, too: the same port. */
        String hears() {
            return channel.split("\\|", 2)[0];
        }
    }

    /** Where a new endpoint is to listen; of UDP the port may be 0. */
    abstract Place listen(Client client, Setting setting) throws IOException;

    /**
     * Where a peer is.
     *
     * @throws IllegalArgumentException if an address has another form
     * @throws IOException if it is clear that nobody is there
     */
    abstract Place find(Client client, String address) throws IOException;

    /** The address of who listens; null as long as the driver has not said it. */
    abstract String address(Place place, Subscription subscription) throws IOException;

    /** Whether it is clear that nobody listens there, or not any more. */
    abstract boolean isDead(Client client, Place place) throws IOException;

    /** Whether the driver has not yet given a port up that nobody listens at any more. */
    abstract boolean isLeft(Client client, Place place);

    /** The channel by which answers go to an endpoint. */
    abstract String answers(String address) throws IOException;

    static ConnectException nobody(String address) {
        return new ConnectException("nobody is at " + address);
    }
}
