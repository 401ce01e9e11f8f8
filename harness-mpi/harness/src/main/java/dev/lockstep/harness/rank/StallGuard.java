package dev.lockstep.harness.rank;

import dev.lockstep.comm.Communicator;
import dev.lockstep.harness.link.Reasons;
import dev.lockstep.harness.placement.CacheLineBounce;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Notices a thread rank that threw while its peers wait for it, in an operation or in a set-up or tear-down in which all ranks meet. JMH collects the exception only
 * when all threads have returned, so without this the peers would hold it back until time is up. It looks rarely, and at stacks only once nothing has moved for longer than any
 * calibrated iteration lasts.
 */
final class StallGuard implements Runnable {
    private static final long PERIOD_MILLIS = 1_000;

    /** Part of the name of every class that JMH generates. */
    private static final String GENERATED = "jmh_generated";

    private static final String COMMUNICATOR = Communicator.class.getPackageName() + ".";

    private static final Set<String> MEETINGS = Set.of(CacheLineBounce.class.getName(), ThreadMeeting.class.getName());

    private final RankProcess process;
    private final long periodMillis;

    private StallGuard(RankProcess process, long periodMillis) {
        this.process = process;
        this.periodMillis = periodMillis;
    }

    static void watch(RankProcess process) {
        watch(process, PERIOD_MILLIS);
    }

    /** Likewise, but looks every so many milliseconds. */
    static void watch(RankProcess process, long periodMillis) {
        Thread guard = new Thread(new StallGuard(process, periodMillis), "lockstep-stall-guard");
        guard.setDaemon(true);
        guard.start();
    }

    @Override
    public void run() {
        Set<Thread> suspected = Set.of();
        try {
            while (true) {
                Thread.sleep(periodMillis);
                Set<Thread> left = process.quietMillis() > 2 * periodMillis ? waiting() : Set.of();
                if (!left.isEmpty() && left.equals(suspected)) {
                    process.world().abort(whoLeft(left) + Reasons.LEFT);
                }
                suspected = left;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The threads in JMH's generated code, if all of them wait for a message, for others to probe with, or for their rank's other threads, and not every thread of a rank is among them: JMH lets them in together, and nobody comes back
     * before all have left. Otherwise empty.
     */
    private Set<Thread> waiting() {
        Set<Thread> inside = new HashSet<>();
        for (Map.Entry<Thread, StackTraceElement[]> each :
                Thread.getAllStackTraces().entrySet()) {
            if (stands(each.getValue(), name -> name.contains(GENERATED))) {
                if (!stands(each.getValue(), name -> name.startsWith(COMMUNICATOR) || MEETINGS.contains(name))) {
                    return Set.of();
                }
                inside.add(each.getKey());
            }
        }
        return inside.size() < process.threads().size() ? inside : Set.of();
    }

    private static boolean stands(StackTraceElement[] frames, Predicate<String> in) {
        return Arrays.stream(frames).anyMatch(frame -> in.test(frame.getClassName()));
    }

    /** Who sat and is gone; if nobody ever sat there, who never came. */
    private String whoLeft(Set<Thread> inside) {
        List<RankThread> empty = process.threads().stream()
                .filter(rankThread -> !inside.contains(rankThread.occupant()))
                .toList();
        List<RankThread> left = empty.stream()
                .filter(rankThread -> rankThread.occupant() != null)
                .toList();
        return (left.isEmpty() ? empty : left)
                .stream()
                        .map(rankThread -> "rank " + rankThread.rank())
                        .distinct()
                        .collect(Collectors.joining(" and "));
    }
}
