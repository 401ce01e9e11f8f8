package dev.lockstep.transport;

import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.util.Map;

/**
 * What can be started for all peers of a job or a host, in this process or in
 * {@linkplain dev.lockstep.transport.process one of its own}.
 */
@FunctionalInterface
public interface Hosting {
    /**
     * Starts what all peers of a job or of a host share: a broker, a media driver, a registry.
     *
     * @param setting that of the peers, with {@link Setting#hosted()} empty; its address is one that they all reach
     * @return to be closed after the last endpoint; its text reaches every peer by {@link Setting#hosted()}
     * @throws IOException if it does not start
     * @implSpec A process that is started here ends when its standard input does, so that it outlives nobody.
     */
    Hosted host(Setting setting) throws IOException;

    /**
     * Whether it can be started here with these options, and what a process of its own needs for it.
     *
     * @param options of the setting
     */
    default Availability availability(Map<String, String> options) {
        return Availability.Available.plain("none", "the class path");
    }
}
