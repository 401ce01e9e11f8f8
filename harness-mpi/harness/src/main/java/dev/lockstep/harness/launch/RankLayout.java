package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.spi.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The layout of ranks and processes.
 *
 * @param comm a communicator provider's name, or {@link RankEnvironment#NO_COMM}
 * @param ranks how many
 * @param threadsPerRank how many benchmark threads each has
 * @param ranksAreThreads whether all live in one process
 * @param hosts where the processes are started
 * @param asked the thread level that the user or the benchmark wants; empty for the usual one
 * @param besides what its processes need besides what the communicator does
 * @param ownThreads how many threads of its own a benchmark keeps busy in each rank
 */
public record RankLayout(
        String comm,
        int ranks,
        int threadsPerRank,
        boolean ranksAreThreads,
        Hosts hosts,
        Optional<ThreadLevel> asked,
        Optional<Availability.Available> besides,
        int ownThreads) {
    /** The system property that tells a rank which thread level to ask for; it stands among the JVM's arguments in results. */
    public static final String THREAD_LEVEL = "lockstep.threadLevel";

    private static final String PROBE = "LOCKSTEP_PROBE";
    private static final String YES = "yes";

    /** At the usual thread level. */
    public RankLayout(String comm, int ranks, int threadsPerRank, boolean ranksAreThreads, Hosts hosts) {
        this(comm, ranks, threadsPerRank, ranksAreThreads, hosts, Optional.empty(), Optional.empty(), 0);
    }

    /** One process without ranks, with so many benchmark threads. */
    public static RankLayout plain(int threads) {
        return new RankLayout(RankEnvironment.NO_COMM, 1, threads, true, Hosts.NOT_GIVEN);
    }

    /** The layout for a provider's communicator. */
    public static RankLayout of(CommunicatorProvider provider, int ranks, int threadsPerRank) {
        return new RankLayout(provider.name(), ranks, threadsPerRank, provider.ranksAreThreads(), Hosts.NOT_GIVEN);
    }

    /** The same layout on other hosts. */
    public RankLayout on(Hosts where) {
        return new RankLayout(comm, ranks, threadsPerRank, ranksAreThreads, where, asked, besides, ownThreads);
    }

    /**
     * The same at another thread level.
     *
     * @param level to ask for
     * @return a copy
     */
    public RankLayout at(ThreadLevel level) {
        return new RankLayout(
                comm, ranks, threadsPerRank, ranksAreThreads, hosts, Optional.of(level), besides, ownThreads);
    }

    /**
     * The same with further requirements.
     *
     * @param more what its processes need besides; empty for nothing
     * @return a copy
     */
    public RankLayout with(Optional<Availability.Available> more) {
        return new RankLayout(comm, ranks, threadsPerRank, ranksAreThreads, hosts, asked, more, ownThreads);
    }

    /**
     * The same with threads of the benchmark's own.
     *
     * @param busy how many in each rank
     * @return a copy
     */
    public RankLayout withOwnThreads(int busy) {
        return new RankLayout(comm, ranks, threadsPerRank, ranksAreThreads, hosts, asked, besides, busy);
    }

    /**
     * Whether ranks ask their library for a thread level.
     *
     * @param provider of the communicator
     * @return false if there is no MPI, or its ranks share a process
     */
    public static boolean hasThreadLevel(CommunicatorProvider provider) {
        return !provider.ranksAreThreads() && !provider.families().equals(List.of(Family.NONE));
    }

    /**
     * The thread level that each rank asks for: as low as its threads allow and its library gains by.
     *
     * @param wanted a launcher's name, or {@code auto}
     * @return empty if there is no such thing
     * @throws IllegalArgumentException as {@link #launcher} does
     */
    public Optional<ThreadLevel> threadLevel(String wanted) {
        return provider()
                .filter(RankLayout::hasThreadLevel)
                .map(provider -> asked.orElseGet(() -> threadsPerRank > 1
                        ? ThreadLevel.MULTIPLE
                        : ofOneThread(provider, launcher(wanted).traits())));
    }

    private static ThreadLevel ofOneThread(CommunicatorProvider provider, LauncherTraits launcher) {
        Set<ThreadLevel> levels = provider.families().stream()
                .filter(launcher.families()::contains)
                .map(Family::threadLevel)
                .collect(Collectors.toSet());
        return levels.size() == 1
                ? levels.iterator().next()
                : MpiInstallation.startedBy(launcher, System.getenv(), new ArrayList<>())
                        .map(mpi -> mpi.family().threadLevel())
                        .orElse(ThreadLevel.FUNNELED);
    }

    /**
     * How a JVM is told its thread level.
     *
     * @param wanted a launcher's name, or {@code auto}
     * @return an argument of it; none if there is no such thing
     * @throws IllegalArgumentException as {@link #launcher} does
     */
    public List<String> threadLevelArgument(String wanted) {
        return threadLevel(wanted).map(level -> "-D" + THREAD_LEVEL + "=" + level).stream()
                .toList();
    }

    /** The number of processes, at least 1. */
    public int processes() {
        return ranksAreThreads ? 1 : ranks;
    }

    /** JMH's number of threads in each process, at least 1. */
    public int threadsPerProcess() {
        return ranksAreThreads ? ranks * threadsPerRank : threadsPerRank;
    }

    /** The number of threads that each rank keeps busy, at least 1: JMH's, and the benchmark's own. */
    private int busyPerRank() {
        return threadsPerRank + ownThreads;
    }

    /** The number of threads that each process keeps busy, at least 1. */
    int busyPerProcess() {
        return ranksAreThreads ? ranks * busyPerRank() : busyPerRank();
    }

    /**
     * Whether there are more busy threads than cores, on any host: then measurements say more of the scheduler than of
     * the operation.
     */
    public boolean oversubscribed() {
        return hosts.oversubscribed(ranks, busyPerRank());
    }

    /**
     * Whether threads on one host tell by a probe how far apart their cores are: not if each is alone there, nor if they
     * have to share cores.
     */
    public boolean probed() {
        boolean alone = threadsPerRank == 1
                && (ranks == 1
                        || hosts.areGiven()
                                && Set.copyOf(hosts.namesByRank(ranks)).size() == ranks);
        return !comm.equals(RankEnvironment.NO_COMM) && !alone && !oversubscribed();
    }

    /** As the launch script has told a rank. */
    public static boolean probed(Map<String, String> environment) {
        return YES.equals(environment.get(PROBE));
    }

    /** How it tells them. */
    Map<String, String> environment() {
        return Map.of(PROBE, probed() ? YES : "no");
    }

    /**
     * The requirements of the processes, started by a launcher: the communicator's, and what there is besides.
     *
     * @throws IllegalStateException if the communicator or the launcher cannot be used here; says why and what to
     *     do
     */
    public Availability.Available requirements(Launcher launcher) {
        Optional<CommunicatorProvider> provider = provider();
        if (provider.isEmpty()) {
            return and(Availability.Available.plain("-", "this host"));
        }
        Availability availability = provider.get().availability(launcher.traits());
        if (availability instanceof Availability.Unavailable missing) {
            throw cannotBeUsed("comm " + comm, missing);
        }
        if (launcher.availability() instanceof Availability.Unavailable missing) {
            throw cannotBeUsed("launcher " + launcher.name(), missing);
        }
        return and((Availability.Available) availability);
    }

    private Availability.Available and(Availability.Available needs) {
        return besides.map(needs::and).orElse(needs);
    }

    private static IllegalStateException cannotBeUsed(String what, Availability.Unavailable missing) {
        return new IllegalStateException(
                what + " cannot be used here: " + missing.reason() + "; to get it: " + missing.remedy());
    }

    /**
     * The launcher for this layout.
     *
     * @param wanted a launcher's name, or {@code auto}
     * @throws IllegalArgumentException if there is none, it does not fit, or the hosts are not for it
     */
    public Launcher launcher(String wanted) {
        Launcher launcher =
                provider().map(p -> Launchers.discover().choose(wanted, p)).orElseGet(ProcessLauncher::new);
        if (hosts.areGiven() && !launcher.spansHosts()) {
            throw new IllegalArgumentException("launcher '" + launcher.name() + "' starts "
                    + (provider().isEmpty() ? "benchmarks without ranks" : "ranks of comm=" + comm)
                    + " on this host only, not on " + String.join(", ", hosts.names())
                    + ": run them without --hosts, on the host that they are to be measured on");
        }
        if (hosts.areGiven() && processes() > hosts.slots()) {
            throw new IllegalArgumentException(processes() + " ranks need as many slots, but " + hosts.slotList()
                    + " has " + hosts.slots() + ": fewer ranks, more slots, or more hosts");
        }
        return launcher;
    }

    private Optional<CommunicatorProvider> provider() {
        return Communicators.discover().find(comm);
    }
}
