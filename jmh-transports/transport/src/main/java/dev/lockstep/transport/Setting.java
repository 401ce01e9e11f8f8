package dev.lockstep.transport;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an endpoint is opened with.
 *
 * @param options a value for each of the transport's options
 * @param hosted the text of what peers share, see {@link Transport#host}; empty if they share nothing
 * @param address of this host, by which the other peers reach it
 * @param folder where peers of one host leave what they share: of this launch alone, and nobody else can read it. Removed
 *     by whoever made it
 * @param largest message, in bytes
 * @param at the address that the endpoint is to have, as {@link Endpoint#address} of an earlier one says it; empty for
 *     any that is free
 * @param given what else the caller has for it, for example a communicator; see {@link #given(Class)}
 * @param receiver to which messages are given as they come, by a thread of the transport's own ({@link Capability#PUSH});
 *     empty if they wait until the caller receives them. What it may do, and what others may meanwhile, {@link Endpoint}
 *     says
 */
public record Setting(
        Map<String, String> options,
        String hosted,
        InetAddress address,
        Path folder,
        int largest,
        Optional<String> at,
        List<Object> given,
        Optional<Endpoint.Receiver> receiver) {
    public Setting {
        options = Map.copyOf(options);
        given = List.copyOf(given);
        if (largest < 0) {
            throw new IllegalArgumentException("the largest message must have 0 bytes or more, not " + largest);
        }
    }

    /**
     * A setting on this host alone, with all defaults.
     *
     * @param transport that will be opened
     * @param folder where peers leave what they share
     * @param largest message, in bytes
     */
    public static Setting of(Transport transport, Path folder, int largest) {
        return new Setting(
                transport.options(),
                "",
                InetAddress.getLoopbackAddress(),
                folder,
                largest,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /** The same with some options changed; others stay. */
    public Setting with(Map<String, String> changed) {
        Map<String, String> all = new HashMap<>(options);
        all.putAll(changed);
        return new Setting(all, hosted, address, folder, largest, at, given, receiver);
    }

    /** The same with what peers share. */
    public Setting withHosted(String text) {
        return new Setting(options, text, address, folder, largest, at, given, receiver);
    }

    /** The same on another address of this host. */
    public Setting withAddress(InetAddress other) {
        return new Setting(options, hosted, other, folder, largest, at, given, receiver);
    }

    /** The same for an endpoint that is to have that address. */
    public Setting withAt(String wanted) {
        return new Setting(options, hosted, address, folder, largest, Optional.of(wanted), given, receiver);
    }

    /** The same with what else the caller has, in place of what was given before. */
    public Setting withGiven(Object... all) {
        return new Setting(options, hosted, address, folder, largest, at, List.of(all), receiver);
    }

    /** The same for an endpoint whose messages are given to a receiver, or to none. */
    public Setting withReceiver(Optional<Endpoint.Receiver> wanted) {
        return new Setting(options, hosted, address, folder, largest, at, given, wanted);
    }

    /** The same for messages of another size, at most. */
    public Setting withLargest(int bytes) {
        return new Setting(options, hosted, address, folder, bytes, at, given, receiver);
    }

    /**
     * What the caller has of a type.
     *
     * @param <T> the type
     * @return the first; empty if there is none
     */
    public <T> Optional<T> given(Class<T> type) {
        return given.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /**
     * The value of an option that has a few.
     *
     * @param name of the option
     * @param values that it can have
     * @throws IllegalArgumentException if it has another
     */
    public String option(String name, String... values) {
        return option(options, name, values);
    }

    /** As {@link #option(String, String...)}, of options that are not yet in a setting. */
    public static String option(Map<String, String> options, String name, String... values) {
        String value = options.get(name);
        if (!List.of(values).contains(String.valueOf(value))) {
            throw new IllegalArgumentException(
                    "option " + name + " is '" + value + "'; it can be " + String.join(", ", values));
        }
        return value;
    }
}
