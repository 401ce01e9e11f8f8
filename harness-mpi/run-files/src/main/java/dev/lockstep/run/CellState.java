package dev.lockstep.run;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The state of one cell of a run. A launch that was made again counts as it went last. */
public final class CellState {
    private final SortedMap<Integer, RunEvent.Launch> launches = new TreeMap<>();
    private final SortedMap<Integer, RunEvent.Distribution> distributions = new TreeMap<>();
    private Optional<RunEvent.Planned> planned = Optional.empty();
    private Optional<RunEvent.Pilot> pilot = Optional.empty();
    private Optional<Integer> forks = Optional.empty();
    private Optional<RunEvent.Cut> cut = Optional.empty();

    CellState() {}

    void accept(RunEvent.OfCell event) {
        if (event instanceof RunEvent.Planned cell) {
            planned = Optional.of(cell);
        } else if (event instanceof RunEvent.Pilot found) {
            pilot = Optional.of(found);
        } else if (event instanceof RunEvent.Cut fewer) {
            cut = Optional.of(fewer);
        } else if (event instanceof RunEvent.Launch launch) {
            launches.put(launch.fork(), launch);
        } else if (event instanceof RunEvent.Distribution launch) {
            distributions.put(launch.fork(), launch);
        }
    }

    void plan(int launchesToCome) {
        forks = Optional.of(launchesToCome);
    }

    void forgetFailures() {
        pilot = pilot.filter(found -> found.failure() == null);
        launches.values().removeIf(launch -> !launch.ok());
        distributions.values().removeIf(launch -> !launch.ok());
    }

    /** The cell as planned; empty if the journal does not say. */
    public Optional<RunEvent.Planned> planned() {
        return planned;
    }

    /** The cell's pilot, if it came to that. */
    public Optional<RunEvent.Pilot> pilot() {
        return pilot;
    }

    /** The result of its pilot; empty if it failed, or is still to come. */
    public Optional<RunEvent.Calibration> calibration() {
        return pilot.map(RunEvent.Pilot::calibration);
    }

    /** The number of launches that are planned; empty where the journal does not say. */
    public Optional<Integer> forks() {
        return forks;
    }

    /** The cut by which the budget ended it before all its launches were made, if there was one. */
    public Optional<RunEvent.Cut> cut() {
        return cut;
    }

    /** The cell's launches, by fork. */
    public List<RunEvent.Launch> launches() {
        return List.copyOf(launches.values());
    }

    /** The forks that ended well, in ascending order: JMH's raw data are of these, in this order. */
    public List<Integer> goodForks() {
        return launches.values().stream()
                .filter(RunEvent.Launch::ok)
                .map(RunEvent.Launch::fork)
                .toList();
    }

    /** The launches that timed each operation, by fork. */
    public SortedMap<Integer, RunEvent.Distribution> distributions() {
        return Collections.unmodifiableSortedMap(distributions);
    }

    /** The reason why the cell failed; empty if it did not. */
    public Optional<Failure> failure() {
        return pilot.map(RunEvent.Pilot::failure).or(() -> failedLaunch().map(RunEvent.Launch::failure));
    }

    /** The failure in words, with the place; empty if there is none. */
    public Optional<String> failureText() {
        return pilot.map(RunEvent.Pilot::failure)
                .map(failure -> "pilot: " + failure.reason())
                .or(() -> failedLaunch()
                        .map(launch -> "fork " + launch.fork() + rank(launch.failure()) + ": "
                                + launch.failure().reason()));
    }

    private static String rank(Failure failure) {
        return failure.rank() == null ? "" : ", rank " + failure.rank();
    }

    private Optional<RunEvent.Launch> failedLaunch() {
        return launches.values().stream().filter(launch -> !launch.ok()).findFirst();
    }

    /** The reason why the cell was not measured at all, when that was the plan, or became it; empty otherwise. */
    public Optional<String> leftOut() {
        return forks.filter(n -> n == 0)
                .map(none -> "the budget had no room for it")
                .or(() -> cut.filter(fewer -> fewer.forks() == 0).map(RunEvent.Cut::reason));
    }

    /** Whether the cell has launches, and fewer than planned. */
    public boolean hasFewerForks() {
        return !launches.isEmpty() && forks.isPresent() && launches.size() < forks.get();
    }

    /** Whether all of so many launches ended well, so that further ones may follow. */
    public boolean isMade(int planned) {
        return failure().isEmpty() && cut.isEmpty() && goodForks().size() >= planned;
    }

    /** The number of the last launch; 0 if there is none. */
    public int lastFork() {
        return launches.isEmpty() ? 0 : launches.lastKey();
    }

    /** What a launch took, in the mean; 0 if there is none. */
    public double meanSeconds() {
        return launches.values().stream()
                .mapToDouble(RunEvent.Launch::seconds)
                .average()
                .orElse(0);
    }

    /** Whether launches are still to be made: the run ended before. */
    public boolean isUnfinished() {
        boolean launchesMissing = forks.map(n -> launches.size() < n).orElse(launches.isEmpty());
        return failure().isEmpty() && leftOut().isEmpty() && cut.isEmpty() && launchesMissing;
    }

    /**
     * Whether a longer warm-up would mend it: iterations that count were still getting faster in at least half of its launches. A JIT compiler comes late in every launch, a machine that changes its pace only here and there.
     */
    public boolean isWarmupFalling() {
        List<RunEvent.Launch> good =
                launches.values().stream().filter(RunEvent.Launch::ok).toList();
        long falling = good.stream()
                .filter(launch -> launch.measured() != null && launch.measured().warmupFalling())
                .count();
        return falling > 0 && 2 * falling >= good.size();
    }

    /** Whether a scheduled launch is still to be made. */
    public boolean awaits(int fork) {
        return mayBeMeasured() && cut.isEmpty() && !launches.containsKey(fork);
    }

    /** Whether a launch that times each operation is still to be made, if there is a score then. */
    public boolean awaitsDistribution(int fork) {
        return mayBeMeasured() && !distributions.containsKey(fork);
    }

    private boolean mayBeMeasured() {
        return calibration().isPresent() && failure().isEmpty();
    }

    /** Forgets a launch whose numbers are lost: it is to be made again. */
    public void forget(int fork) {
        launches.remove(fork);
    }
}
