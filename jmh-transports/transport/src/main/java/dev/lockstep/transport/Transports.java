package dev.lockstep.transport;

import dev.lockstep.spi.Options;
import dev.lockstep.spi.Services;
import java.nio.file.Path;
import java.util.Map;

/** The transports on the class path. */
public final class Transports extends Services<Transport> {
    /**
     * The option by which a transport takes its libraries from a folder, where another version of them is: so that both can
     * be in one run. It is declared with {@link #CLASS_PATH} for its default, and this class does the rest.
     */
    public static final String JARS = "jars";

    /** The libraries are those of the class path. */
    public static final String CLASS_PATH = "classpath";

    private Transports(ClassLoader loader) {
        super(Services.load("transport", Transport.class, loader));
    }

    /** Finds the transports on the class path of the current thread's context class loader. */
    public static Transports discover() {
        return discover(Thread.currentThread().getContextClassLoader());
    }

    /** Finds the transports that a class loader sees. */
    public static Transports discover(ClassLoader loader) {
        return new Transports(loader);
    }

    /**
     * A transport with its options, as a user wrote it.
     *
     * @param text its name, and options behind it: {@code shm:wait=park}
     * @throws IllegalArgumentException if there is no such transport, or it has no such option: says which there are; or if there are no
     *     {@link #JARS}
     */
    public Choice choose(String text) {
        Transport transport = require(Options.name(text));
        Map<String, String> options = Options.parse("transport", text, transport.options());
        return new Choice(over(transport, options), options);
    }

    /**
     * A transport over the libraries that its options name.
     *
     * @param transport as it is on the class path
     * @param options of it
     * @return the same, unless they name another folder as {@link #JARS}
     * @throws IllegalArgumentException if there are none
     */
    public static Transport over(Transport transport, Map<String, String> options) {
        String jars = options.getOrDefault(JARS, CLASS_PATH);
        return jars.equals(CLASS_PATH) ? transport : Isolated.of(transport, Path.of(jars));
    }

    /**
     * A transport with its options.
     *
     * @param transport what was chosen
     * @param options a value for each of its options
     */
    public record Choice(Transport transport, Map<String, String> options) {
        public Choice {
            options = Map.copyOf(options);
        }

        /** As a user writes it, with the options alone that are not as by default, in alphabetical order. */
        @Override
        public String toString() {
            return Options.format(transport.name(), options, transport.options());
        }
    }
}
