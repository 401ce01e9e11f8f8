package dev.lockstep.transport.aeron;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.ring.Waiting;
import dev.lockstep.transport.support.Libraries;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Aeron over one medium. {@code driver} is {@code embedded}, a thread of the process that hosts it, or {@code process}, one of
 * its own; {@code wait} says how whoever receives, whoever waits for room and the driver idle: one that spins needs a core; {@code term} is the length of a
 * term in bytes, of which a connection has three, {@code auto} what the largest message takes.
 */
abstract class AeronTransport implements Transport {
    /** What the JDK must open to Agrona. */
    static final String OPENED = "java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final String DRIVER = "driver";
    private static final String EMBEDDED = "embedded";
    private static final String PROCESS = "process";
    private static final String TERM = "term";
    private static final String AUTO = "auto";

    /** Of which half is under way at most: as much as one of UDP lets be, by default. */
    private static final int SMALLEST_AUTO = 1 << 18;

    private static final int LARGEST_AUTO = 1 << 25;

    // Aeron's own limits.
    private static final int SMALLEST_TERM = 1 << 16;
    private static final int LARGEST_TERM = 1 << 30;
    private static final int LARGEST_MESSAGE = 1 << 24;
    private static final int MESSAGES_IN_A_TERM = 8;

    @Override
    public final Map<String, String> options() {
        return Map.of(DRIVER, EMBEDDED, TERM, AUTO, "wait", "yield", Transports.JARS, Transports.CLASS_PATH);
    }

    @Override
    public final Availability availability(Map<String, String> options) {
        return Libraries.ask("Aeron", "io.aeron:aeron-client and io.aeron:aeron-driver", () -> {
            requireOptions(options);
            return Found.availability();
        });
    }

    private static void requireOptions(Map<String, String> options) {
        Setting.option(options, DRIVER, EMBEDDED, PROCESS);
        Waiting.of(options);
        term(options, 0);
    }

    /** The length of a term for messages up to that size, in bytes. */
    private static int term(Map<String, String> options, int largest) {
        String text = String.valueOf(options.get(TERM));
        if (text.equals(AUTO)) {
            int needed = MESSAGES_IN_A_TERM * Math.min(largest, LARGEST_AUTO / MESSAGES_IN_A_TERM);
            return Math.max(SMALLEST_AUTO, Integer.highestOneBit(Math.max(1, needed - 1)) << 1);
        }
        int term = text.matches("[0-9]{1,10}") ? (int) Math.min(Long.parseLong(text), Integer.MAX_VALUE) : 0;
        if (term < SMALLEST_TERM || term > LARGEST_TERM || Integer.bitCount(term) != 1) {
            throw new IllegalArgumentException("option " + TERM + " is '" + text + "'; it can be " + AUTO
                    + ", or a power of two from " + SMALLEST_TERM + " to " + LARGEST_TERM);
        }
        return term;
    }

    @Override
    public final String waiting(Map<String, String> options) {
        return Waiting.of(options).participle();
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return new EnumMap<>(Map.of(
                Capability.PUSH, "Aeron calls nobody: who receives polls its images",
                Capability.THREADS, "an image is polled, and an exclusive publication written, by one thread",
                Capability.BROKEN_OFF, "pieces of a message whose sender is killed are dropped, and nobody is told"));
    }

    @Override
    public final int largest(Map<String, String> options) {
        return Math.min(LARGEST_MESSAGE, term(options, LARGEST_AUTO) / MESSAGES_IN_A_TERM);
    }

    @Override
    public final Hosted.Per hosted(Map<String, String> options) {
        return Hosted.Per.HOST;
    }

    /** The driver, whose folder is the text. */
    @Override
    public final Hosted host(Setting setting) throws IOException {
        requireOptions(setting.options());
        requireUsable(setting.options());
        return setting.options().get(DRIVER).equals(EMBEDDED)
                ? Driver.host(setting)
                : PeerProcess.hosted(this, setting.with(Map.of(DRIVER, EMBEDDED)));
    }

    private void requireUsable(Map<String, String> options) throws IOException {
        Libraries.require(this, options);
        String opened = OPENED.substring(OPENED.indexOf('/') + 1, OPENED.indexOf('='));
        if (!Object.class.getModule().isOpen(opened, getClass().getModule())) {
            throw new IOException("Aeron needs a JVM that is run with --add-opens " + OPENED);
        }
    }

    @Override
    public final Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        requireOptions(setting.options());
        requireUsable(setting.options());
        return open(setting, term(setting.options(), setting.largest()));
    }

    /** Opens an endpoint with terms of that length, in bytes. */
    abstract Endpoint open(Setting setting, int term) throws IOException;
}
