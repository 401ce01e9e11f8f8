package dev.lockstep.harness.rank;

import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.comm.spi.World;
import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.launch.Leftovers;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.FrameType;
import dev.lockstep.harness.link.LinkFilter;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.harness.machine.HostName;
import dev.lockstep.harness.machine.Machine;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The main class of a rank's JVM. It joins the ranks before, and leaves them after, JMH's own {@code ForkedMain} runs against a loopback
 * port; or it runs a {@link Pilot} or a {@link HostFacts}. Arguments: JMH's host and port as JMH appends them, or {@value #PILOT}, or {@value #PROBE}.
 */
public final class RankMain {
    /** In place of JMH's arguments: run a pilot. */
    public static final String PILOT = "pilot";

    /** In place of JMH's arguments: say what the host is like, and measure nothing. */
    public static final String PROBE = "probe";

    private static final String FORKED_MAIN = "org.openjdk.jmh.runner.ForkedMain";

    private RankMain() {}

    /**
     * Runs a rank.
     *
     * @param args {@code host port} of JMH's server, or {@code pilot}, or {@code probe}
     * @throws Exception if it cannot even reach its relay
     */
    public static void main(String[] args) throws Exception {
        Map<String, String> env = System.getenv();
        RankEnvironment environment = RankEnvironment.read(env);
        int rank = environment.rank(env);
        RelayLink relay = ConnectRetry.untilLetIn(environment, rank);
        relay.start(env.containsKey(DebugRank.VARIABLE));
        try {
            relay.send(FrameType.HELLO, hello(args));
            run(args, environment, rank, relay);
        } catch (InvocationTargetException e) {
            giveUp(relay, e.getCause());
        } catch (RuntimeException | Error | IOException e) {
            giveUp(relay, e);
        }
    }

    private static void run(String[] args, RankEnvironment environment, int rank, RelayLink relay)
            throws IOException, ReflectiveOperationException {
        RankProcess process = join(environment, rank, relay);
        if (is(PROBE, args)) {
            HostFacts.run(process);
            relay.bye();
        } else if (is(PILOT, args)) {
            // Each run within the pilot would otherwise queue for JMH's lock, which the host holds.
            System.setProperty("jmh.ignoreLock", "true");
            new Pilot(process, relay).run(relay.awaitPlan());
            relay.bye();
        } else {
            ForkPump pump = new ForkPump(relay, process == null ? List.of() : process.threads());
            if (process != null) {
                process.beginIterations(relay::awaitIteration);
                process.whenFailed(new FailureNotice(relay, ""));
                PlacementProbes.install(process, environment, rank, relay, RankLayout.probed(System.getenv()));
            }
            LinkFilter.guardRank(Thread.currentThread());
            Method main = Class.forName(FORKED_MAIN).getMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[] {pump.host(), String.valueOf(pump.port())});
        }
        if (process != null) {
            process.close();
        }
        if (environment.acrossHosts()) {
            environment.sharedMemory().ifPresent(RankMain::leave);
        }
    }

    /** The relay's host removes its folder; on every other one the last rank does. */
    private static void leave(Path sharedMemory) {
        Leftovers.attempt("leave shared memory", () -> {
            try {
                Files.deleteIfExists(sharedMemory);
            } catch (DirectoryNotEmptyException e) {
                // It is not the last.
            }
        });
    }

    private static boolean is(String mode, String[] args) {
        return args.length == 1 && args[0].equals(mode);
    }

    private static RankProcess join(RankEnvironment environment, int rank, RelayLink relay) throws IOException {
        Map<String, String> ready = new HashMap<>();
        RankProcess process = null;
        if (!environment.comm().equals(RankEnvironment.NO_COMM)) {
            process = RankProcess.install(environment, rank, relay);
            World world = process.world();
            requireBelonging(world, rank, environment.ranks());
            ready.put("library", world.library());
            ready.put("threadLevel", world.threadLevel());
            if (world.localRanks().size() > 1) {
                ready.put("ranksHere", String.valueOf(world.localRanks().size()));
                StallGuard.watch(process);
            }
        }
        relay.send(FrameType.READY, ready);
        return process;
    }

    private static void requireBelonging(World world, int rank, int ranks) {
        LaunchedBy.mismatch(world.library(), world.size(), ranks, System.getenv())
                .ifPresent(text -> {
                    throw new IllegalStateException(text);
                });
        if (!world.localRanks().contains(rank)) {
            throw new IllegalStateException("the launcher calls this process rank " + rank + ", but " + world.library()
                    + " says rank " + world.localRanks() + ": launcher and library do not belong together");
        }
    }

    private static Map<String, String> hello(String[] args) throws IOException {
        Map<String, String> hello = new HashMap<>();
        hello.put("pid", String.valueOf(ProcessHandle.current().pid()));
        hello.put("host", HostName.ofThisMachine());
        hello.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        hello.put("cpus", CpuAffinity.ofThisProcess());
        hello.put("openFiles", Machine.openFiles());
        if (is(PROBE, args)) {
            hello.putAll(HostFacts.describe());
        }
        return hello;
    }

    private static void giveUp(RelayLink relay, Throwable e) throws IOException {
        e.printStackTrace();
        relay.fail(e.toString());
        // The relay answers by ending this JVM, and so does a link to it that breaks: the shutdown hook waits for
        // either.
        System.exit(1);
    }
}
