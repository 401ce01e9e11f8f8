package dev.lockstep.transport.support;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** Whether a transport's library is there. */
public final class Libraries {
    private Libraries() {}

    /**
     * Asks for it with options.
     *
     * @param library its name
     * @param add the artifacts that it takes
     * @param answer throws {@link IllegalArgumentException} for an option that cannot be, and {@link LinkageError} where a class
     *     of the library is missing: it is in a class of its own, which may fail to load
     */
    public static Availability ask(String library, String add, Supplier<Availability> answer) {
        try {
            return answer.get();
        } catch (IllegalArgumentException e) {
            return new Availability.Unavailable(e.getMessage(), "choose one of these");
        } catch (LinkageError e) {
            return new Availability.Unavailable(
                    library + " is not, or not whole, on the class path: " + e, "add " + add);
        }
    }

    /**
     * Requires what a transport needs.
     *
     * @throws IOException if it is not {@linkplain Transport#availability available}; with the reason
     */
    public static void require(Transport transport, Map<String, String> options) throws IOException {
        if (transport.availability(options) instanceof Availability.Unavailable missing) {
            throw new IOException(missing.reason());
        }
    }
}
