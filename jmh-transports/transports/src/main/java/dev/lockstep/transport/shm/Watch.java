package dev.lockstep.transport.shm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks several times a second whether other processes are there, so that nobody who sends or receives has to: a clock on
 * every message's way would cost a quarter of it. One thread for all of this process, as long as there is somebody to watch.
 */
final class Watch {
    private static final long PERIOD_MILLIS = 100;

    /** What is to be done when a process has ended; guarded by itself. */
    private static final Map<Life, Set<Runnable>> ENDINGS = new HashMap<>();

    private static boolean watching;

    private Watch() {}

    /**
     * Watches over a process.
     *
     * @param ending is run once it has ended
     * @return ends the watch; a second call does nothing
     */
    static Runnable over(Life life, Runnable ending) {
        if (!life.canEnd()) {
            return () -> {};
        }
        synchronized (ENDINGS) {
            ENDINGS.computeIfAbsent(life, any -> new HashSet<>()).add(ending);
            if (!watching) {
                Thread thread = new Thread(Watch::watch, "lockstep-shm-watch");
                thread.setDaemon(true);
                thread.start();
                watching = true;
            }
        }
        return () -> leave(life, ending);
    }

    private static void leave(Life life, Runnable ending) {
        synchronized (ENDINGS) {
            ENDINGS.computeIfPresent(life, (any, all) -> all.remove(ending) && all.isEmpty() ? null : all);
        }
    }

    private static void watch() {
        List<Life> lives;
        while (!(lives = lives()).isEmpty()) {
            for (Life life : lives) {
                if (!life.mayLive()) {
                    end(life);
                }
            }
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException nobodyElses) {
                // The thread is known to nobody who could mean that.
                continue;
            }
        }
    }

    private static List<Life> lives() {
        synchronized (ENDINGS) {
            watching = !ENDINGS.isEmpty();
            return new ArrayList<>(ENDINGS.keySet());
        }
    }

    private static void end(Life life) {
        synchronized (ENDINGS) {
            Set<Runnable> endings = ENDINGS.remove(life);
            if (endings != null) {
                endings.forEach(Runnable::run);
            }
        }
    }
}
