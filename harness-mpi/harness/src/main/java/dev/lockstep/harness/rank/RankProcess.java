package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.profile.MpiProfile;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.RankEnvironment;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * The ranks of this JVM. There is one per process, as MPI itself is one per process: {@code RankMain} installs it, or the first
 * {@link dev.lockstep.harness.Rank} of a plain JMH run makes one whose ranks are threads.
 */
public final class RankProcess {
    private static final String LOCAL = "local";
    private static final String AUTO = "auto";

    /** The one that MPI imposes: a process initialises once and cannot start over. */
    private static RankProcess current;

    private final String comm;
    private final InetAddress address;
    private final Optional<Path> folder;
    private final int threadsPerRank;
    private final boolean installed;
    private final World world;
    private final Optional<CommunicatingThread> communicating;
    private final List<RankThread> threads;
    private final AtomicInteger checks = new AtomicInteger();
    private volatile boolean checking;
    private volatile boolean pilot;
    private volatile IntConsumer beginning = iteration -> {};
    private volatile Consumer<String> notice = failure -> {};
    private volatile long lastMove = System.nanoTime();

    private RankProcess(
            String comm,
            InetAddress address,
            Optional<Path> folder,
            World world,
            int threadsPerRank,
            boolean installed,
            Optional<CommunicatingThread> communicating) {
        this.communicating = communicating;
        this.comm = comm;
        this.address = address;
        this.folder = folder;
        this.world = world;
        this.threadsPerRank = threadsPerRank;
        this.installed = installed;
        int threads = world.localRanks().size() * threadsPerRank;
        boolean timesOps = installed && Boolean.getBoolean(OpTimer.PROPERTY);
        List<RankThread> all = new ArrayList<>();
        for (int rank : world.localRanks()) {
            ThreadMeeting threadsOfRank = new ThreadMeeting(rank, threadsPerRank);
            for (int t = 0; t < threadsPerRank; t++) {
                Communicator messages = world.communicator(rank, t);
                // Where each operation is timed by itself, counting would be seen in the times.
                Optional<MpiProfile> profile = timesOps ? Optional.empty() : MpiProfile.asked();
                all.add(new RankThread(
                        this,
                        rank,
                        t,
                        profile.map(counting -> counting.of(messages)).orElse(messages),
                        world.communicator(rank, threadsPerRank + t),
                        timesOps ? Optional.of(new OpTimer(OpTimer.capacity(threads))) : Optional.empty(),
                        new Counting(t == 0 ? world.counters() : List.of(), profile),
                        threadsOfRank));
            }
        }
        this.threads = List.copyOf(all);
    }

    /** Each thread has two communicators, its benchmark's and its barrier's; the last one is the process's own. */
    private static WorldOptions options(int ranks, int threadsPerRank) {
        return new WorldOptions(ranks, threadsPerRank, 2 * threadsPerRank + 1);
    }

    /**
     * Joins the ranks as one of the processes that a launcher started.
     *
     * @param environment what this process was told
     * @param rank its number
     * @param relay its link to the relay
     * @return now the one of this JVM
     */
    static synchronized RankProcess install(RankEnvironment environment, int rank, RelayLink relay) {
        if (current != null) {
            throw new IllegalStateException("this JVM has joined its ranks already");
        }
        CommunicatorProvider provider = Communicators.discover().require(environment.comm());
        int threads = environment.threadsPerRank();
        WorldOptions options =
                options(environment.ranks(), threads).with(new RelayPeers(rank, relay, environment.sharedMemory()));
        boolean alone = !provider.ranksAreThreads() && threads == 1;
        WorldOptions levelled = provider.ranksAreThreads() ? options : options.at(threadLevel(threads));
        Optional<CommunicatingThread> thread = alone ? Optional.of(new CommunicatingThread()) : Optional.empty();
        current = call(
                thread,
                () -> new RankProcess(
                        environment.comm(),
                        relay.localAddress(),
                        environment.sharedMemory(),
                        provider.open(levelled),
                        threads,
                        true,
                        thread));
        WorkerThreads.useThem();
        return current;
    }

    /** As this JVM was told; a probe is not, and plain processes need not be. */
    private static ThreadLevel threadLevel(int threads) {
        return Optional.ofNullable(System.getProperty(RankLayout.THREAD_LEVEL))
                .map(ThreadLevel::parse)
                .orElse(threads > 1 ? ThreadLevel.MULTIPLE : ThreadLevel.FUNNELED);
    }

    private static <T> T call(Optional<CommunicatingThread> thread, Supplier<T> task) {
        return thread.isPresent() ? thread.get().call(task) : task.get();
    }

    /** The only one that may call the library, if there is only one. */
    static synchronized Optional<CommunicatingThread> communicatingThread() {
        return current.communicating;
    }

    /** Leaves the ranks. */
    void close() {
        call(communicating, () -> {
            world.close();
            return null;
        });
    }

    /** Each iteration asks first, by its number from 1, and begins when it is answered. */
    void beginIterations(IntConsumer whenItMay) {
        beginning = whenItMay;
    }

    /** Each thread that fails says so there, and what of; it does not wait. */
    void whenFailed(Consumer<String> told) {
        notice = told;
    }

    /** Says what one of its threads has failed of. */
    void failed(String failure) {
        notice.accept(failure);
    }

    /** Returns when the calling thread may begin its so many-th iteration. */
    void awaitIteration(int number) {
        beginning.accept(number);
    }

    /**
     * The process that a benchmark thread belongs to.
     *
     * @param comm the benchmark's parameter
     * @param ranks the benchmark's parameter: a number or {@code auto}
     * @param jmhThreads how many threads JMH runs in this JVM
     * @return the one installed, or one of thread ranks
     * @throws IllegalArgumentException if the parameters and the process do not fit
     */
    public static synchronized RankProcess join(String comm, String ranks, int jmhThreads) {
        RankProcess process = current;
        if (process == null || !process.installed) {
            process = threadRanks(comm, ranks, jmhThreads, process);
            current = process;
        }
        process.requireFit(comm, ranks, jmhThreads);
        return process;
    }

    private static RankProcess threadRanks(String comm, String ranks, int jmhThreads, RankProcess earlier) {
        if (!comm.equals(LOCAL)) {
            throw new IllegalArgumentException(
                    "comm=" + comm + " needs one process per rank: run it with 'lockstep run', or add"
                            + " '-prof ranks' to JMH's command line");
        }
        int size = ranks.equals(AUTO) ? jmhThreads : parseRanks(ranks);
        if (jmhThreads % size != 0) {
            throw new IllegalArgumentException(jmhThreads + " threads cannot be shared evenly among " + size
                    + " ranks: make -t a multiple of ranks");
        }
        if (earlier != null && earlier.world.size() == size && earlier.threads.size() == jmhThreads) {
            return earlier;
        }
        int threadsPerRank = jmhThreads / size;
        World world = Communicators.discover().require(LOCAL).open(options(size, threadsPerRank));
        return new RankProcess(
                LOCAL,
                InetAddress.getLoopbackAddress(),
                Optional.empty(),
                world,
                threadsPerRank,
                false,
                Optional.empty());
    }

    private void requireFit(String wantedComm, String wantedRanks, int jmhThreads) {
        boolean rightSize = wantedRanks.equals(AUTO) || parseRanks(wantedRanks) == world.size();
        if (!wantedComm.equals(comm) || !rightSize || jmhThreads != threads.size()) {
            throw new IllegalArgumentException("the benchmark wants comm=" + wantedComm + ", ranks=" + wantedRanks
                    + " and "
                    + jmhThreads + " threads in this JVM; it has comm=" + comm + ", ranks=" + world.size() + " and "
                    + threads.size() + " threads");
        }
    }

    private static int parseRanks(String ranks) {
        try {
            int n = Integer.parseInt(ranks);
            if (n >= 1) {
                return n;
            }
        } catch (NumberFormatException e) {
            // said below, as for numbers that are too small
        }
        throw new IllegalArgumentException("ranks must be a positive number or 'auto', not '" + ranks + "'");
    }

    /**
     * The place of one of JMH's threads, which is the calling one.
     *
     * @param jmhThread its index in this JVM; it does not count for a thread that was made for one of the rank threads
     * @return always the same for the same thread
     */
    public RankThread rankThread(int jmhThread) {
        return threads.get(Thread.currentThread() instanceof WorkerThread worker ? worker.rankThread() : jmhThread);
    }

    /** The place that the calling thread has taken; empty if its benchmark has no ranks. */
    static synchronized Optional<RankThread> ofCallingThread() {
        if (Thread.currentThread() instanceof WorkerThread worker) {
            return current.threads.stream().skip(worker.rankThread()).findFirst();
        }
        return current.threads.stream()
                .filter(place -> place.occupant() == Thread.currentThread())
                .findFirst();
    }

    /** The thread group that the worker for this thread of a rank must be in; any will do where its library does not care. */
    static synchronized ThreadGroup groupOf(int rankThread) {
        World world = current.world;
        return world.localRanks().stream()
                .skip(rankThread / current.threadsPerRank)
                .findFirst()
                .flatMap(world::threadGroup)
                .orElseGet(() -> Thread.currentThread().getThreadGroup());
    }

    /** An address of this host that the other ranks can reach: the one by which this process reaches the relay. */
    InetAddress address() {
        return address;
    }

    /** The launch's folder in this host's shared memory; empty if it has none. */
    Optional<Path> folder() {
        return folder;
    }

    int threadsPerRank() {
        return threadsPerRank;
    }

    /** All places of this process. */
    List<RankThread> threads() {
        return threads;
    }

    /** How long the last whole iteration took on the slowest of its threads. */
    long lastIterationNanos() {
        return threads.stream().mapToLong(RankThread::lastIterationNanos).max().orElseThrow();
    }

    /** One of its threads has come, or has begun or ended an iteration. */
    void moved() {
        lastMove = System.nanoTime();
    }

    /** How long none has. */
    long quietMillis() {
        return (System.nanoTime() - lastMove) / 1_000_000;
    }

    /** All ranks. */
    World world() {
        return world;
    }

    /** For the process itself, apart from its benchmark threads: over the communicator of its (first) rank. */
    Gathering control() {
        Gathering own = call(
                communicating,
                () -> Gathering.over(world.communicator(world.localRanks().get(0), 2 * threadsPerRank)));
        return mine -> call(communicating, () -> own.allGather(mine));
    }

    /** Whether ranks meet before the clock of an iteration starts, as they do in a pilot. */
    boolean isPilot() {
        return pilot;
    }

    /** Whether it is of a launch, started by the harness, whose numbers are read. */
    boolean isMeasuring() {
        return installed && !pilot;
    }

    /** From now on. */
    void becomePilot() {
        pilot = true;
    }

    /** Whether an iteration ends when it has for all ranks: what one has sent, another may still have to ask it for. */
    boolean ranksLeaveTogether() {
        return world.sendsWhenAsked();
    }

    /** Whether self-checks are to be run. */
    boolean checking() {
        return checking;
    }

    /** Counts a self-check that passed. */
    void checked() {
        checks.incrementAndGet();
    }

    /** Switches self-checks on or off, forgets those handed in before, and counts from 0. */
    void checking(boolean on) {
        threads.forEach(RankThread::clear);
        checks.set(0);
        checking = on;
    }

    /** Whether the time of one of its ranks is part of the score. */
    boolean scored() {
        return threads.stream().anyMatch(RankThread::scored);
    }

    /** How many threads have passed their self-check since it was switched on. */
    int checks() {
        return checks.get();
    }
}
