package dev.lockstep.transport;

import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Provider;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * A way to move messages, which users choose by its name, with options: {@code netty:native=epoll:noDelay=true}.
 *
 * @implSpec All that is declared is known without anything being started, and never changes. The contract in {@code
 *     lockstep-transport-testkit} checks that name, description and options can be written, that it is available, that
 *     what is lacking has a reason and is refused by an {@link UnsupportedOperationException}, and that nothing of what
 *     peers share is left when that is closed, once or twice. Its other clauses stand in {@link Endpoint} and {@link
 *     Outbox}; those of what is {@linkplain #unsupported declared} to be lacking are left out.
 */
public interface Transport extends Provider, Hosting {

    /**
     * The options that it has.
     *
     * @return the default of each, by name: words of letters, digits and hyphens; empty if there is nothing to choose
     */
    default Map<String, String> options() {
        return Map.of();
    }

    /**
     * Whether it can be used here with these options, found out without starting anything.
     *
     * @param options a value for each of {@link #options()}
     * @return what was found, with the class path, files and JVM options that processes need for it; or why not, and
     *     what to do. A value that no option can have is a reason, too
     */
    @Override
    Availability availability(Map<String, String> options);

    /** Whether it can be used here with its defaults. */
    @Override
    default Availability availability() {
        return availability(options());
    }

    /**
     * The capabilities that it lacks with these options.
     *
     * @param options a value for each of {@link #options()}
     * @return a reason for each; empty if all are there
     */
    Map<Capability, String> unsupported(Map<String, String> options);

    /**
     * The largest message that it can carry with these options.
     *
     * @param options a value for each of {@link #options()}
     * @return in bytes; what is larger is not measured, and opening for it is refused
     */
    default int largest(Map<String, String> options) {
        return Integer.MAX_VALUE;
    }

    /**
     * What messages go over, in the words of a chart, behind "over": {@code shared memory}, {@code a TCP connection}.
     *
     * @return empty if its name says it well enough
     */
    default String medium() {
        return "";
    }

    /**
     * How a thread waits that receives, with these options: {@code spinning} if it keeps its core, {@code sleeping} if the
     * system wakes it. It stands beside each number, for a wake-up costs more than most messages.
     *
     * @param options a value for each of {@link #options()}
     * @return a word or two; empty if it is not known, or not the transport's own affair
     */
    default String waiting(Map<String, String> options) {
        return "";
    }

    /**
     * The address of a topic, where a transport has topics: each endpoint that is opened {@linkplain Setting#withAt at}
     * it subscribes, and an outbox that is connected to it publishes. All who have subscribed when a message is published get
     * it, those of one outbox in their order; if nobody has, it is gone. There are no answers.
     *
     * @param name of letters, digits, hyphens and underscores
     * @return empty if there are no topics, as with most: a message is for one endpoint
     */
    default Optional<String> topic(String name) {
        return Optional.empty();
    }

    /**
     * How often {@link #host} is called: for a job, for each of its hosts, or not at all.
     *
     * @param options a value for each of {@link #options()}
     */
    default Hosted.Per hosted(Map<String, String> options) {
        return Hosted.Per.NOBODY;
    }

    @Override
    default Hosted host(Setting setting) throws IOException {
        return Hosted.NOTHING;
    }

    /**
     * Opens an endpoint: one peer, which others can connect to when this returns.
     *
     * @param setting of the peer
     * @return to be closed by the caller
     * @throws IOException if the address is taken, or what is needed is not there; the message names it
     * @throws IllegalArgumentException if an option has a value that it cannot have, or the largest message is larger than
     *     {@link #largest}; the message says what there is
     */
    Endpoint open(Setting setting) throws IOException;
}
