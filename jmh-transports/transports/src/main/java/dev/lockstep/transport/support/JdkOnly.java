package dev.lockstep.transport.support;

import dev.lockstep.spi.Availability;
import java.util.Map;

/** The availability of what the JDK has. */
public final class JdkOnly {
    private JdkOnly() {}

    /** An answer for a transport without options. */
    public static Availability availability(Map<String, String> options) {
        return options.isEmpty()
                ? Availability.Available.plain("JDK " + Runtime.version().feature(), "the JDK")
                : new Availability.Unavailable("it has no options, but was given " + options, "leave them out");
    }
}
