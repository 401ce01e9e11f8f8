package dev.lockstep.harness.relay;

import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.link.ThreadDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Looks at a launch once a second: whether any rank has moved, and whether the launcher is still there. Before it gives up on ranks that do not move, it asks each what it is doing,
 * and keeps the answers.
 */
final class Watchdog {
    private static final int ANSWER_SECONDS = 2;
    private static final int LAUNCHER_SECONDS = 1;

    private final Limits limits;
    private final Path folder;
    private volatile long lastSign;
    private OptionalLong asked = OptionalLong.empty();
    private OptionalLong launcherGone = OptionalLong.empty();

    Watchdog(Limits limits, Path folder) {
        this.limits = limits;
        this.folder = folder;
        alive();
    }

    Limits limits() {
        return limits;
    }

    /** Whether it will ever give up: not while somebody holds a rank in a debugger. */
    boolean isLimited() {
        return limits.progressSeconds() < DebugRank.NO_LIMIT_SECONDS;
    }

    /** A rank has got further. */
    void alive() {
        lastSign = limits.clock().getAsLong();
    }

    /**
     * Looks.
     *
     * @param links of the ranks that have come
     * @param absent says which have not
     * @param launcherEnd in words, if it has ended
     * @return why the launch is to be given up
     */
    synchronized Optional<String> look(Collection<RankLink> links, String absent, Optional<String> launcherEnd)
            throws IOException {
        long now = limits.clock().getAsLong();
        if (launcherEnd.isEmpty()) {
            launcherGone = OptionalLong.empty();
        } else if (launcherGone.isEmpty()) {
            launcherGone = OptionalLong.of(now);
        }
        // Not at once: a rank whose end was its end comes first.
        if (launcherGone.isPresent() && seconds(launcherGone.getAsLong(), now) >= LAUNCHER_SECONDS) {
            return launcherEnd.map(end -> end + " before all ranks had delivered their results");
        }
        if (seconds(lastSign, now) < limits.progressSeconds()) {
            asked = OptionalLong.empty();
            return Optional.empty();
        }
        if (asked.isEmpty()) {
            asked = OptionalLong.of(now);
            ask(links);
        }
        boolean answered = links.stream().allMatch(link -> link.threads().isPresent() || !link.listening());
        if (seconds(asked.getAsLong(), now) < ANSWER_SECONDS && !answered) {
            return Optional.empty();
        }
        keep(links);
        return Optional.of("no rank has shown progress for " + limits.progressSeconds() + " s (" + absent + ")"
                + links.stream().map(Watchdog::doing).collect(Collectors.joining()));
    }

    private static long seconds(long since, long now) {
        return TimeUnit.NANOSECONDS.toSeconds(now - since);
    }

    private static void ask(Collection<RankLink> links) {
        for (RankLink link : links) {
            try {
                link.askForThreads();
            } catch (IOException e) {
                // Whoever reads this link finds out, and says so.
                Acceptor.closeQuietly(link::close);
            }
        }
    }

    private void keep(Collection<RankLink> links) throws IOException {
        for (RankLink link : links) {
            Optional<ThreadDump> dump = link.threads();
            if (dump.isPresent()) {
                Path own = Files.createDirectories(folder.resolve("rank-" + link.rank()));
                Files.writeString(own.resolve("threads.txt"), dump.get().text());
            }
        }
    }

    private static String doing(RankLink link) {
        return "; " + link.info().name() + " was "
                + link.threads()
                        .map(ThreadDump::doing)
                        .orElse(link.listening() ? "not able to say where" : "ahead of the others");
    }
}
