package dev.lockstep.harness.relay;

import dev.lockstep.harness.launch.DebugRank;
import dev.lockstep.harness.link.ThreadDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Looks at a launch once a second: whether any rank has moved, and whether the launcher is still there. Before it gives up on ranks that do not move, it asks each what it is doing,
 * and keeps the answers.
 */
final class Watchdog {
    private static final int ANSWER_SECONDS = 2;

    private final long timeoutSeconds;
    private final Path folder;
    private volatile long lastSign = System.nanoTime();
    private int secondsAsked;
    private boolean launcherWasGone;

    Watchdog(long timeoutSeconds, Path folder) {
        this.timeoutSeconds = timeoutSeconds;
        this.folder = folder;
    }

    /** Whether it will ever give up: not while somebody holds a rank in a debugger. */
    boolean isLimited() {
        return timeoutSeconds < DebugRank.NO_LIMIT_SECONDS;
    }

    /** A rank has got further. */
    void alive() {
        lastSign = System.nanoTime();
    }

    /**
     * Looks.
     *
     * @param links of the ranks that have come
     * @param absent says which have not
     * @param launcherEnd in words, if it has ended
     * @return why the launch is to be given up
     */
    Optional<String> look(Collection<RankLink> links, String absent, Optional<String> launcherEnd) throws IOException {
        // Seen twice: a rank whose end was its end comes first.
        boolean gone = launcherEnd.isPresent() && launcherWasGone;
        launcherWasGone = launcherEnd.isPresent();
        if (gone) {
            return launcherEnd.map(end -> end + " before all ranks had delivered their results");
        }
        long silent = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastSign);
        if (silent < timeoutSeconds) {
            secondsAsked = 0;
            return Optional.empty();
        }
        if (secondsAsked == 0) {
            ask(links);
        }
        boolean answered = links.stream().allMatch(link -> link.threads().isPresent() || !link.listening());
        if (secondsAsked++ < ANSWER_SECONDS && !answered) {
            return Optional.empty();
        }
        keep(links);
        return Optional.of("no rank has shown progress for " + timeoutSeconds + " s (" + absent + ")"
                + links.stream().map(Watchdog::doing).collect(Collectors.joining()));
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
