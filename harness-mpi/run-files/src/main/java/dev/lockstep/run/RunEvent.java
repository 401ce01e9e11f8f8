package dev.lockstep.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.lockstep.run.placement.PlacementChoice;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One line of {@code journal.jsonl}. A cell is named by its id; a field that an older version did not write is 0,
 * false, empty or null.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "start", value = RunEvent.Start.class),
    @JsonSubTypes.Type(name = "resume", value = RunEvent.Resume.class),
    @JsonSubTypes.Type(name = "left-out", value = RunEvent.LeftOut.class),
    @JsonSubTypes.Type(name = "cell", value = RunEvent.Planned.class),
    @JsonSubTypes.Type(name = "pilot", value = RunEvent.Pilot.class),
    @JsonSubTypes.Type(name = "plan", value = RunEvent.Plan.class),
    @JsonSubTypes.Type(name = "cut", value = RunEvent.Cut.class),
    @JsonSubTypes.Type(name = "launch", value = RunEvent.Launch.class),
    @JsonSubTypes.Type(name = "distribution", value = RunEvent.Distribution.class),
    @JsonSubTypes.Type(name = "end", value = RunEvent.End.class)
})
public sealed interface RunEvent {
    /** The end of a launch, with numbers or without. */
    enum Outcome {
        ok,
        failed
    }

    /**
     * The run began.
     *
     * @param lockstep the version that began it
     * @param time as an ISO 8601 instant
     * @param command what was typed
     * @param cells how many were planned; 0 when not said
     * @param seed of the order of launches
     * @param shard which part of the whole run, such as {@code 1/2}
     * @param options what was asked for, as the harness has them
     * @param arguments of the command line, which a resumed run starts from
     * @param provenance what made it
     */
    record Start(
            String lockstep,
            String time,
            String command,
            int cells,
            long seed,
            String shard,
            JsonNode options,
            List<String> arguments,
            Provenance provenance)
            implements RunEvent {
        public Start {
            time = Objects.requireNonNullElse(time, "");
            command = Objects.requireNonNullElse(command, "");
            shard = Objects.requireNonNullElse(shard, "1/1");
            options = Objects.requireNonNullElse(options, MissingNode.getInstance());
            arguments = arguments == null ? List.of() : List.copyOf(arguments);
        }

        /**
         * The comparison within the run.
         *
         * @throws IllegalArgumentException if it compares numbers that are none
         */
        public Baseline baseline() {
            JsonNode versus = options.path("versus");
            return versus.isObject()
                    ? new Baseline(
                            versus.path("name").asText(), versus.path("value").asText())
                    : Baseline.NONE;
        }
    }

    /**
     * The run went on after it had ended.
     *
     * @param time as an ISO 8601 instant
     * @param differences what was not as before, in words
     * @param provenance what makes it now
     */
    record Resume(String time, List<String> differences, Provenance provenance) implements RunEvent {
        public Resume {
            differences = differences == null ? List.of() : List.copyOf(differences);
        }
    }

    /**
     * A cell, or more, that was asked for and could not be run.
     *
     * @param what it was
     * @param reason why
     * @param remedy what would help
     */
    record LeftOut(@JsonProperty(required = true) String what, String reason, String remedy) implements RunEvent {
        public LeftOut {
            reason = Objects.requireNonNullElse(reason, "");
            remedy = Objects.requireNonNullElse(remedy, "");
        }
    }

    /** How messages come that are given to a receiver, not waited for: other work, which compares with no other. */
    String BY_CALLBACK = "by callback";

    /** An event of a certain cell. */
    sealed interface OfCell extends RunEvent {
        /** The cell's id. */
        String cell();
    }

    /**
     * A planned cell.
     *
     * @param cell what the other events call it
     * @param benchmark class and method
     * @param mode JMH's short name
     * @param params without {@code comm} and {@code ranks}
     * @param comm the communicator; null for a benchmark that has no ranks
     * @param ranks null for a benchmark that has none
     * @param threads per rank
     * @param oversubscribed more ranks times threads than cores
     * @param synchronisation how its ranks are held together; empty when not said
     * @param section of a report that its benchmark declares; empty if none, null when not said
     * @param stage what one operation does there; likewise
     * @param scored the ranks whose time is the score, in words; null when not said, for then all are
     * @param emulated what stands in for what its parameters ask for, in words; null if nothing does
     * @param how its work is done where its parameters do not say it, in a word or two; null if there is nothing to say
     * @param medium what its messages go over, in the words of a chart; null if its parameters say it
     */
    record Planned(
            @JsonProperty(required = true) String cell,
            @JsonProperty(required = true) String benchmark,
            @JsonProperty(required = true) String mode,
            Map<String, String> params,
            String comm,
            Integer ranks,
            int threads,
            boolean oversubscribed,
            String synchronisation,
            String section,
            String stage,
            @JsonInclude(JsonInclude.Include.NON_NULL) String scored,
            @JsonInclude(JsonInclude.Include.NON_NULL) String emulated,
            @JsonInclude(JsonInclude.Include.NON_NULL) String how,
            @JsonInclude(JsonInclude.Include.NON_NULL) String medium)
            implements OfCell {
        public Planned {
            SortedMap<String, String> copy = params == null ? new TreeMap<>() : new TreeMap<>(params);
            copy.replaceAll((name, value) -> String.valueOf(value));
            params = Collections.unmodifiableSortedMap(copy);
            threads = Math.max(1, threads);
            synchronisation = Objects.requireNonNullElse(synchronisation, "");
        }

        /** The key of the cell. */
        public CellKey key() {
            SortedMap<String, String> all = new TreeMap<>(params);
            if (comm != null) {
                all.put(CellKey.COMM, comm);
            }
            if (ranks != null) {
                all.put(CellKey.RANKS, ranks.toString());
            }
            return new CellKey(benchmark, mode, all, threads);
        }
    }

    /**
     * A calibrating launch.
     *
     * @param cell its id
     * @param status how it ended
     * @param calibration what it found; null if it failed
     * @param failure why it failed; null if it did not
     */
    record Pilot(
            @JsonProperty(required = true) String cell,
            @JsonProperty(required = true) Outcome status,
            @JsonUnwrapped Calibration calibration,
            @JsonUnwrapped Failure failure)
            implements OfCell {
        /** Only one of the two counts. */
        public Pilot {
            calibration = status == Outcome.ok ? calibration : null;
            failure = status == Outcome.ok ? null : Objects.requireNonNullElse(failure, Failure.of(null));
        }

        /** A pilot that ended well. */
        public static Pilot ok(CellKey cell, Calibration calibration) {
            return new Pilot(cell.id(), Outcome.ok, calibration, null);
        }

        /** A pilot that failed. */
        public static Pilot failed(CellKey cell, Failure failure) {
            return new Pilot(cell.id(), Outcome.failed, null, failure);
        }
    }

    /**
     * The result of a pilot, as a first launch may have mended it. Times are in nanoseconds, and null where they were not tried.
     *
     * @param n invocations per iteration; 0 if the benchmark's own iterations last a time
     * @param chosenBy how n was chosen
     * @param nanosPerOp of one operation, roughly
     * @param nanosPerCall of one invocation
     * @param wallNanosPerCall the same with its untimed barrier
     * @param checkedThreads how many threads passed a self-check
     * @param selfCheck passed or none; null for a benchmark without ranks
     * @param warmupIterations that each launch makes; null for as many as were asked for
     * @param warmupCapped true where it took longer to get steady than a launch may warm up on that account; else null
     * @param steady how long it took until its cost did not fall any more; null when not said
     * @param mended why it is not what the pilot found, as a first launch showed; null if it is
     */
    record Calibration(
            int n,
            String chosenBy,
            Double nanosPerOp,
            Double nanosPerCall,
            Double wallNanosPerCall,
            int checkedThreads,
            @JsonInclude(JsonInclude.Include.NON_NULL) String selfCheck,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer warmupIterations,
            @JsonInclude(JsonInclude.Include.NON_NULL) Boolean warmupCapped,
            @JsonInclude(JsonInclude.Include.NON_NULL) Steady steady,
            @JsonInclude(JsonInclude.Include.NON_NULL) String mended) {
        /** The result for benchmarks without ranks, which have JMH's own iterations. */
        public static final Calibration BY_TIME =
                new Calibration(0, "time", null, null, null, 0, null, null, null, null, null);

        /** A result with the warm-up that was asked for. */
        public Calibration(
                int n,
                String chosenBy,
                Double nanosPerOp,
                Double nanosPerCall,
                Double wallNanosPerCall,
                int checkedThreads,
                String selfCheck) {
            this(
                    n,
                    chosenBy,
                    nanosPerOp,
                    nanosPerCall,
                    wallNanosPerCall,
                    checkedThreads,
                    selfCheck,
                    null,
                    null,
                    null,
                    null);
        }

        public Calibration {
            chosenBy = Objects.requireNonNullElse(chosenBy, "");
        }

        /** The same with other iterations. */
        public Calibration with(int otherN, String how, int otherWarmupIterations, boolean capped) {
            return new Calibration(
                    otherN,
                    how,
                    nanosPerOp,
                    nanosPerCall,
                    wallNanosPerCall,
                    checkedThreads,
                    selfCheck,
                    otherWarmupIterations,
                    capped ? true : null,
                    steady,
                    mended);
        }

        /** The same where a launch found operations to cost so many times as much. */
        public Calibration mended(double times, String why) {
            return new Calibration(
                    n,
                    chosenBy,
                    scaled(nanosPerOp, times),
                    scaled(nanosPerCall, times),
                    scaled(wallNanosPerCall, times),
                    checkedThreads,
                    selfCheck,
                    warmupIterations,
                    warmupCapped,
                    steady,
                    why);
        }

        private static Double scaled(Double nanos, double times) {
            return nanos == null ? null : Double.valueOf(nanos * times);
        }
    }

    /**
     * The time that a cell took to get steady.
     *
     * @param calls invocations until then
     * @param millis until then
     * @param reached false if it was still getting faster when the pilot's time was up
     */
    record Steady(long calls, double millis, boolean reached) {}

    /**
     * The numbers of launches of all cells.
     *
     * @param asked forks that were asked for
     * @param forks what the budget allowed
     * @param budgetSeconds 0 when there was none
     * @param spentSeconds that the run had taken until then
     * @param expectedSeconds that all launches will take
     * @param cells all that may be measured
     */
    record Plan(
            int asked,
            int forks,
            double budgetSeconds,
            double spentSeconds,
            double expectedSeconds,
            List<PlannedCell> cells)
            implements RunEvent {
        public Plan {
            cells = cells == null ? List.of() : List.copyOf(cells);
        }
    }

    /**
     * A cell of a plan.
     *
     * @param cell its id
     * @param forks 0 if the budget left it out
     * @param seconds that one launch takes, roughly
     */
    record PlannedCell(@JsonProperty(required = true) String cell, int forks, double seconds) {}

    /**
     * The budget was spent before a cell had all its planned launches.
     *
     * @param cell its id
     * @param forks that it has
     * @param planned that it was to have
     * @param reason in words
     */
    record Cut(@JsonProperty(required = true) String cell, int forks, int planned, String reason) implements OfCell {
        public Cut {
            reason = Objects.requireNonNullElse(reason, "");
        }
    }

    /**
     * A measuring launch.
     *
     * @param cell its id
     * @param fork its number within its cell, from 1
     * @param folder of its files, relative to the run
     * @param seconds how long it took
     * @param status how it ended
     * @param measured what it measured; null if it failed
     * @param failure why it failed; null if it did not
     */
    record Launch(
            @JsonProperty(required = true) String cell,
            @JsonProperty(required = true) int fork,
            String folder,
            double seconds,
            @JsonProperty(required = true) Outcome status,
            @JsonUnwrapped Score measured,
            @JsonUnwrapped Failure failure)
            implements OfCell {
        /** Only one of the two counts. */
        public Launch {
            measured = status == Outcome.ok ? measured : null;
            failure = status == Outcome.ok ? null : Objects.requireNonNullElse(failure, Failure.of(null));
        }

        /** Whether there is a number. */
        public boolean ok() {
            return status == Outcome.ok;
        }

        /** The same launch with its files elsewhere. */
        Launch in(String other) {
            return new Launch(cell, fork, other, seconds, status, measured, failure);
        }
    }

    /**
     * The numbers of a launch.
     *
     * @param score the mean over its iterations
     * @param unit as JMH names it
     * @param warmupFalling whether iterations that count were still getting faster
     * @param sha256 of the file with all of its numbers, in hexadecimal digits
     */
    record Score(Double score, String unit, boolean warmupFalling, String sha256) {}

    /**
     * A launch that timed each operation.
     *
     * @param cell its id
     * @param fork its number within its cell, from 1
     * @param seconds how long it took
     * @param status how it ended
     * @param log what it left; null if it failed
     * @param probes of each measured iteration; none if it was not probed
     * @param failure why it failed; null if it did not
     */
    record Distribution(
            @JsonProperty(required = true) String cell,
            int fork,
            double seconds,
            @JsonProperty(required = true) Outcome status,
            @JsonUnwrapped HistogramLog log,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlacementChoice.Readings> probes,
            @JsonUnwrapped Failure failure)
            implements OfCell {
        /** Only one of log and failure counts. */
        public Distribution {
            probes = probes == null ? List.of() : List.copyOf(probes);
            log = status == Outcome.ok ? log : null;
            failure = status == Outcome.ok ? null : Objects.requireNonNullElse(failure, Failure.of(null));
        }

        /** Whether there is a histogram. */
        public boolean ok() {
            return status == Outcome.ok;
        }

        /** The same launch with its file elsewhere. */
        Distribution in(String other) {
            return new Distribution(cell, fork, seconds, status, log == null ? null : log.in(other), probes, failure);
        }
    }

    /**
     * A histogram log, and its main figures. Times are in nanoseconds, of the slowest rank.
     *
     * @param file relative to the run
     * @param iterations measured
     * @param calls of each thread, in all iterations together
     * @param recorded of these calls
     * @param operationsPerCall by which a call's time was divided
     * @param p50 half of the operations took no longer
     * @param p90 nine of ten operations took no longer
     * @param p99 99 of 100 operations took no longer
     * @param p999 999 of 1000 operations took no longer
     * @param max the longest
     */
    record HistogramLog(
            String file,
            long iterations,
            long calls,
            long recorded,
            long operationsPerCall,
            long p50,
            long p90,
            long p99,
            @JsonProperty("p99.9") long p999,
            long max) {
        public HistogramLog {
            file = Objects.requireNonNullElse(file, "");
        }

        /** The log of a launch that wrote down these facts, which are named like the fields. */
        public static HistogramLog of(String file, Map<String, String> facts) {
            return Json.MAPPER.convertValue(facts, HistogramLog.class).in(file);
        }

        HistogramLog in(String other) {
            return new HistogramLog(other, iterations, calls, recorded, operationsPerCall, p50, p90, p99, p999, max);
        }
    }

    /**
     * The run ended in an orderly way.
     *
     * @param time as an ISO 8601 instant
     * @param exit the exit code
     * @param interrupted whether by its user
     */
    record End(String time, int exit, boolean interrupted) implements RunEvent {
        /** The exit code of a run that its user, or the system, ended. */
        public static final int INTERRUPTED = 130;
    }
}
