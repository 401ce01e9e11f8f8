package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Availability;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.link.RankEnvironment;
import java.util.Optional;

/**
 * How many ranks there are, and in how many processes.
 *
 * @param comm a communicator provider's name, or {@link RankEnvironment#NO_COMM}
 * @param ranks how many
 * @param threadsPerRank how many benchmark threads each has
 * @param ranksAreThreads whether all live in one process
 */
public record RankLayout(String comm, int ranks, int threadsPerRank, boolean ranksAreThreads) {

    /**
     * One process without ranks.
     *
     * @param threads how many benchmark threads it has
     * @return a layout of one rank
     */
    public static RankLayout plain(int threads) {
        return new RankLayout(RankEnvironment.NO_COMM, 1, threads, true);
    }

    /**
     * For a provider.
     *
     * @param provider of the communicator
     * @param ranks how many
     * @param threadsPerRank how many benchmark threads each has
     * @return its layout
     */
    public static RankLayout of(CommunicatorProvider provider, int ranks, int threadsPerRank) {
        return new RankLayout(provider.name(), ranks, threadsPerRank, provider.ranksAreThreads());
    }

    /**
     * How many processes are started.
     *
     * @return at least 1
     */
    public int processes() {
        return ranksAreThreads ? 1 : ranks;
    }

    /**
     * JMH's number of threads in each process.
     *
     * @return at least 1
     */
    public int threadsPerProcess() {
        return ranksAreThreads ? ranks * threadsPerRank : threadsPerRank;
    }

    /**
     * Whether there are more busy threads than cores.
     *
     * @return true if measurements say more of the scheduler than of the operation
     */
    public boolean oversubscribed() {
        return ranks * threadsPerRank > Cores.usable();
    }

    /**
     * What the communicator's processes need.
     *
     * @return nothing in particular for a layout without one
     * @throws IllegalStateException if the communicator cannot be used here; says why and what to do
     */
    public Availability.Available requirements() {
        Optional<CommunicatorProvider> provider = provider();
        if (provider.isEmpty()) {
            return Availability.Available.plain("-", "this host");
        }
        Availability availability = provider.get().availability();
        if (availability instanceof Availability.Available available) {
            return available;
        }
        Availability.Unavailable missing = (Availability.Unavailable) availability;
        throw new IllegalStateException(
                "comm=" + comm + " cannot be used here: " + missing.reason() + "; " + missing.remedy());
    }

    /**
     * The launcher for it.
     *
     * @param wanted a launcher's name, or {@code auto}
     * @return never null
     */
    public Launcher launcher(String wanted) {
        return provider().map(p -> Launchers.discover().choose(wanted, p)).orElseGet(ProcessLauncher::new);
    }

    private Optional<CommunicatorProvider> provider() {
        return Communicators.discover().find(comm);
    }
}
