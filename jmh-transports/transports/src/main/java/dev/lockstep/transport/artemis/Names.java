package dev.lockstep.transport.artemis;

import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;

/** How brokers and endpoints are called. */
public final class Names {
    /** What the names of topics begin with at a broker, and no queue's. */
    public static final String TOPICS = "topic.";

    private static final String WORD = "[A-Za-z0-9_-]+";

    private Names() {}

    /**
     * The name in an address.
     *
     * @param schemes one of which the address begins with
     * @throws IllegalArgumentException if it is none of these
     */
    public static String of(String address, String... schemes) {
        for (String scheme : schemes) {
            if (address.matches(scheme + WORD)) {
                return address.substring(scheme.length());
            }
        }
        throw new IllegalArgumentException(
                "an address has the form " + String.join("NAME or ", schemes) + "NAME, not " + address);
    }

    /**
     * Where the broker of a setting is.
     *
     * @throws IOException if there is none
     */
    public static InetSocketAddress broker(Setting setting) throws IOException {
        if (setting.hosted().isEmpty()) {
            throw new IOException("there is no broker: it is hosted, one for each job");
        }
        return Tcp.parse(setting.hosted());
    }

    /** That the broker of a setting cannot be connected to. */
    public static IOException unanswered(Setting setting, Throwable why) {
        return new IOException(
                "the broker at " + setting.hosted() + " does not answer, or is none of Artemis: " + Tcp.reason(why),
                why);
    }
}
