package dev.lockstep.transport.support;

import dev.lockstep.transport.Setting;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Addresses of the form {@code tcp://HOST:PORT}, what a connection begins with, and why there is none. */
public final class Tcp {
    /** The first four bytes of a connection, which strangers are unlikely to say. */
    public static final int GREETING = 0x4c6b5431;

    /** The largest message, for which, with its length in front, there is an array. */
    public static final int LARGEST = Integer.MAX_VALUE - 16;

    /** Connections that may wait to be accepted. */
    public static final int BACKLOG = 1024;

    /** What an address begins with. */
    public static final String SCHEME = "tcp://";

    private Tcp() {}

    /**
     * Where an endpoint is to listen: at its setting's address, on a free port unless it names one.
     *
     * @throws IllegalArgumentException if it has another form
     * @throws UnknownHostException if there is no such host
     */
    public static InetSocketAddress at(Setting setting) throws UnknownHostException {
        return setting.at().isPresent() ? parse(setting.at().get()) : new InetSocketAddress(setting.address(), 0);
    }

    /** The text of an address that is bound. */
    public static String format(InetSocketAddress bound) {
        return format(SCHEME, bound);
    }

    /** The same with another scheme, of a port of UDP. */
    public static String format(String scheme, InetSocketAddress bound) {
        InetAddress host = bound.getAddress();
        String text = host.getHostAddress();
        return scheme + (host instanceof Inet6Address ? "[" + text + "]" : text) + ":" + bound.getPort();
    }

    /**
     * The address of a text.
     *
     * @throws IllegalArgumentException if it has another form
     * @throws UnknownHostException if there is no such host
     */
    public static InetSocketAddress parse(String text) throws UnknownHostException {
        return parse(SCHEME, text);
    }

    /** The same with another scheme, of a port of UDP. */
    public static InetSocketAddress parse(String scheme, String text) throws UnknownHostException {
        int colon = text.lastIndexOf(':');
        if (!text.startsWith(scheme)
                || colon < scheme.length()
                || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("an address has the form " + scheme + "HOST:PORT, not " + text);
        }
        String host = text.substring(scheme.length(), colon).replaceAll("[\\[\\]]", "");
        return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(text.substring(colon + 1)));
    }

    /** What went wrong underneath, in a line. */
    public static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String said = root.getMessage() == null ? root.toString() : root.getMessage();
        return said.lines().findFirst().orElse("");
    }

    /** A timeout for calls that count in milliseconds, so that none is over too early; 0: no limit. */
    public static int millis(long nanos) {
        return nanos == 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, (nanos - 1) / 1_000_000 + 1);
    }
}
