package dev.lockstep.harness.launch;

import dev.lockstep.comm.ports.PeerUser;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.Cores;
import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation.Family;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.spi.Availability;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lockstep's own launcher for MPJ Express: a program of the module {@code lockstep-communicator-mpijava}, run by this
 * JVM's java. On other hosts it starts processes by ssh, or what {@code LOCKSTEP_RSH} names.
 *
 * <p>Other than other launchers' processes, its are not bound to cores by themselves: in each rank of {@code niodev} a
 * thread of the library hands every message over to the one that waits for it, and two threads on one core take turns.
 */
public final class MpjLauncher implements Launcher {
    /** Its name, and that of the provider whose module has the program. */
    private static final String NAME = "mpj";

    private static final String PROGRAM = "dev.lockstep.comm.mpijava.MpjRun";

    /** For the service loader. */
    public MpjLauncher() {
        // Looks for the program when asked.
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Lockstep's own for MPJ Express's processes";
    }

    @Override
    public Availability availability() {
        return program()
                .<Availability>map(found -> Availability.Available.plain("-", found.toString()))
                .orElseGet(() -> new Availability.Unavailable(
                        PROGRAM + " is not on the class path", "add lockstep-communicator-mpijava to it"));
    }

    /** The jar or folder of the program. */
    private static Optional<Path> program() {
        return Communicators.discover().find(NAME).map(provider -> origin(provider.getClass()));
    }

    private static Path origin(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the origin of " + type + " is no file", e);
        }
    }

    @Override
    public String rankVariable() {
        return ProcessLauncher.RANK;
    }

    @Override
    public LauncherTraits traits() {
        return new LauncherTraits(NAME, Set.of(Family.MPIJAVA), rankVariable(), RankEnvironment.RANKS);
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public boolean spansHosts() {
        return true;
    }

    @Override
    public List<String> command(LaunchRequest request) {
        Path program = program().orElseThrow(() -> new IllegalArgumentException(PROGRAM + " is not on the class path"));
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It waits, beside ranks that are measured.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx32m",
                "-cp",
                program + File.pathSeparator + origin(PeerUser.class),
                PROGRAM,
                "-np",
                String.valueOf(request.processes())));
        if (request.hosts().areGiven()) {
            words.addAll(List.of("--host", request.hosts().slotList()));
        }
        // A rank has a thread of the library's besides, so it is bound to cores only if that is asked for.
        if (!request.bind().equals(LaunchRequest.AUTO)) {
            new CpuLists(NAME, Cores.cpus(), System.getenv().getOrDefault("PATH", ""))
                    .of(request)
                    .ifPresent(lists -> words.addAll(List.of("--cpus", lists)));
        }
        if (request.forward().contains(DebugRank.VARIABLE)) {
            // A rank that waits for its debugger does not join.
            words.addAll(List.of("--start-timeout", "0"));
        }
        for (String name : request.forward()) {
            words.addAll(List.of("-x", name));
        }
        words.addAll(request.extra());
        words.add("--");
        return words;
    }
}
