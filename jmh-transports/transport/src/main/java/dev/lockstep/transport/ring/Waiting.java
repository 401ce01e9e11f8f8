package dev.lockstep.transport.ring;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Setting;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A way to wait for what nobody is told of: memory that changes, a request that gets done. */
public enum Waiting {
    /** Looks all the time; gives way to others after 20,000 looks. */
    SPIN("spinning", 20_000, Integer.MAX_VALUE),
    /** Lets others run between looks. */
    YIELD("yielding", 64, Integer.MAX_VALUE),
    /** Sleeps 50 microseconds, or what the system makes of it, between looks. */
    PARK("sleeping between looks", 64, 128);

    /** The name of the option, with {@link #SPIN} for its default. */
    public static final Map<String, String> OPTION = Map.of("wait", "spin");

    private static final long SLEEP_NANOS = 50_000;

    private final String participle;
    private final int spins;
    private final int yields;

    Waiting(String participle, int spins, int yields) {
        this.participle = participle;
        this.spins = spins;
        this.yields = yields;
    }

    /**
     * The value of the option.
     *
     * @throws IllegalArgumentException if it is none of the three
     */
    public static Waiting of(Map<String, String> options) {
        return valueOf(
                Setting.option(options, "wait", words().toArray(String[]::new)).toUpperCase(Locale.ROOT));
    }

    /**
     * The value of the option of a transport that need not wait in any of these ways.
     *
     * @param otherwise the value that says so
     * @return empty if it does
     * @throws IllegalArgumentException if it is neither that nor one of the three
     */
    public static Optional<Waiting> of(Map<String, String> options, String otherwise) {
        String[] words = Stream.concat(Stream.of(otherwise), words()).toArray(String[]::new);
        return Setting.option(options, "wait", words).equals(otherwise) ? Optional.empty() : Optional.of(of(options));
    }

    private static Stream<String> words() {
        return Arrays.stream(values()).map(one -> one.name().toLowerCase(Locale.ROOT));
    }

    /** The availability of a transport of rings: there is nothing but the option that could be wrong. */
    public static Availability availability(Map<String, String> options) {
        try {
            of(options);
            return Availability.Available.plain("JDK " + Runtime.version().feature(), "the JDK");
        } catch (IllegalArgumentException e) {
            return new Availability.Unavailable(e.getMessage(), "choose one of them");
        }
    }

    /** What {@link dev.lockstep.transport.Transport#waiting} says of it. */
    public String participle() {
        return participle;
    }

    /** Whether a round lasts so long that a look at the clock is nothing beside it. */
    boolean isLong(int round) {
        return round > spins;
    }

    /**
     * Waits a moment.
     *
     * @param round 0 for the first look that was in vain
     */
    public void pause(int round) {
        if (round < spins) {
            Thread.onSpinWait();
        } else if (round < yields) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }
}
