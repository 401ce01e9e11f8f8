package dev.lockstep.transport.zeromq;

import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Properties;
import java.util.UUID;
import org.zeromq.ZMQ;
import zmq.Msg;

/**
 * What peers know each other by. An endpoint's ROUTER greets whoever connects with {@link #HELLO} (ZMQ_HELLO_MSG). An outbox's DEALER
 * has a routing id that begins with the same bytes; what others send is dropped.
 */
final class Peer {
    /** What an endpoint says first. */
    static final byte[] HELLO =
            ByteBuffer.allocate(Integer.BYTES).putInt(Tcp.GREETING).array();

    private static final int ID_BYTES = Integer.BYTES + Long.BYTES;
    private static final String PROPERTIES = "/META-INF/maven/org.zeromq/jeromq/pom.properties";

    private Peer() {}

    /** JeroMQ's own says ZeroMQ's that it follows. */
    static String version() {
        try (InputStream from = ZMQ.class.getResourceAsStream(PROPERTIES)) {
            Properties of = new Properties();
            if (from != null) {
                of.load(from);
            }
            return ("JeroMQ " + of.getProperty("version", "")).trim();
        } catch (IOException e) {
            return "JeroMQ";
        }
    }

    static boolean isHello(Msg message) {
        return !message.hasMore() && message.buf().equals(ByteBuffer.wrap(HELLO));
    }

    /** A token that nobody else has. */
    static long newToken() {
        return UUID.randomUUID().getLeastSignificantBits();
    }

    /** The routing id of who has that token. */
    static byte[] id(long token) {
        return ByteBuffer.allocate(ID_BYTES).putInt(Tcp.GREETING).putLong(token).array();
    }

    static boolean isOne(Msg id) {
        return id.size() == ID_BYTES && id.buf().getInt(0) == Tcp.GREETING;
    }

    static long token(Msg id) {
        return id.buf().getLong(Integer.BYTES);
    }
}
