package dev.lockstep.harness;

import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.run.RunEvent;
import dev.lockstep.spi.Availability;
import java.util.Map;
import java.util.Optional;

/**
 * The rule of which combinations of a benchmark's parameters can run. Other combinations are left out of a run, by name
 * and with the reason, before anything is started. A benchmark names its rule by {@link Combinations}.
 *
 * @implSpec A rule has a public constructor without arguments. Plain JMH does not ask it, so the benchmark's
 *     set-up has to refuse what the rule refuses.
 */
public interface CombinationRule {
    /** How messages come that nobody waits for: other work than to wait for them. */
    String BY_CALLBACK = RunEvent.BY_CALLBACK;

    /**
     * The reason why a combination cannot run.
     *
     * @param reason in words that name what does not go together
     * @param remedy what to do about it
     */
    record Obstacle(String reason, String remedy) {}

    /**
     * The obstacle to one combination; empty if it can run.
     *
     * @param params the benchmark's own parameters, by name; and {@code comm}, the communicator's, if it has ranks
     * @param threads of each rank, or of the JVM if there are no ranks
     * @throws IllegalArgumentException if a value does not exist at all; says which there are
     */
    Optional<Obstacle> obstacle(Map<String, String> params, int threads);

    /**
     * The requirements of a combination that can run, besides those of its communicator: what the class path, the
     * environment and the JVM's options of its processes must have.
     *
     * @param params as for {@link #obstacle}
     * @return empty if there are none
     */
    default Optional<Availability.Available> requirements(Map<String, String> params) {
        return Optional.empty();
    }

    /**
     * The thread level that a combination takes with one thread per rank, too: several take MULTIPLE anyway.
     *
     * @param params as for {@link #obstacle}
     * @return the lowest that will do; empty if that is the benchmark's own ({@link RequiresThreadLevel})
     */
    default Optional<ThreadLevel> threadLevel(Map<String, String> params) {
        return Optional.empty();
    }

    /**
     * How many threads of its own a combination keeps busy in each rank, besides JMH's: they need cores as well, so ranks
     * are bound to more of them, and to none where there are too few.
     *
     * @param params as for {@link #obstacle}
     * @return 0 or more; threads that mostly sleep do not count
     */
    default int ownThreads(Map<String, String> params) {
        return 0;
    }

    /**
     * What stands in where a combination that can run lacks what its parameters ask for, and why: such a cell is recorded
     * and shown as <em>emulated</em>, and takes part in no claim.
     *
     * @param params as for {@link #obstacle}
     * @return in words; empty if nothing is lacking
     */
    default Optional<String> emulated(Map<String, String> params) {
        return Optional.empty();
    }

    /**
     * How a combination does its work where its parameters do not say it: {@code spinning} or {@code sleeping} while it
     * waits; {@value #BY_CALLBACK} where messages are given to a receiver, which goes on with the exchange in a thread that
     * its user has no part in. It is recorded, and stands wherever its number does.
     *
     * @param params as for {@link #obstacle}
     * @return a word or two; empty if there is nothing to say
     */
    default Optional<String> how(Map<String, String> params) {
        return Optional.empty();
    }

    /**
     * What a combination's messages go over, in the words of a chart: {@code shared memory}, {@code a TCP connection}.
     *
     * @param params as for {@link #obstacle}
     * @return empty if its parameters say it well enough
     */
    default Optional<String> medium(Map<String, String> params) {
        return Optional.empty();
    }
}
