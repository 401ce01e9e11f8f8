package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.comm.spi.ThreadLevel;
import dev.lockstep.comm.testkit.clauses.Clause;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs the contract on ranks that are processes. All clauses share one launch, because a launch is slow; a clause that
 * fails ends it, since ranks that disagree about what comes next cannot go on, and the next launch begins behind that
 * clause.
 *
 * @param provider its name
 * @param available what ranks need
 * @param environment what the launcher needs besides
 * @param limit how long one clause may take
 * @param unsupported what the provider declares it lacks, with reasons
 * @param leftOut the names of clauses that are not run
 */
public record LaunchedRanks(
        String provider,
        Availability.Available available,
        Map<String, String> environment,
        Duration limit,
        Map<Capability, String> unsupported,
        Set<String> leftOut) {
    /** The usual time limit of one clause: only a rank that hangs needs it. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    /** The name under which the ranks' orderly end is reported. */
    public static final String END = "ranks end in order";

    /** For a launch that hangs before its first clause, or behind its last one: ranks watch over clauses themselves. */
    private static final Duration WHOLE_LAUNCH = Duration.ofMinutes(15);

    /** A backend that fails more often is broken, and need not be launched for every clause. */
    private static final int MOST_FAILED_LAUNCHES = 5;

    /**
     * Runs all clauses.
     *
     * @param launcher what stands before {@code java}
     * @param ranks how many ranks the launcher starts
     * @param work a folder for their outcomes, on a file system that all ranks see
     * @return by the clause's name, in order: empty if it holds, else rank and reason
     * @throws InterruptedException if the thread is interrupted; the ranks are ended before
     */
    public Map<String, Optional<String>> run(List<String> launcher, int ranks, Path work)
            throws IOException, InterruptedException {
        List<Clause> clauses = RankMain.clauses(unsupported, leftOut, ThreadLevel.SINGLE.name());
        Map<String, Optional<String>> results = new LinkedHashMap<>();
        int next = 0;
        for (int launch = 0; next < clauses.size(); launch++) {
            if (launch == MOST_FAILED_LAUNCHES) {
                clauses.subList(next, clauses.size())
                        .forEach(c -> results.put(c.name(), Optional.of("not run, after so many failures")));
                break;
            }
            Path folder = Files.createDirectories(work.resolve("launch-" + launch));
            RankJob job = new RankJob(
                    command(launcher, RankMain.class, clauseArguments(ranks, folder, next)), rankEnvironment(), folder);
            int exit = job.run(WHOLE_LAUNCH);
            Outcomes outcomes = Outcomes.read(folder, ranks);
            while (next < clauses.size() && outcomes.allPassed(clauses.get(next).name())) {
                results.put(clauses.get(next++).name(), Optional.empty());
            }
            if (next == clauses.size()) {
                results.put(END, exit == 0 ? Optional.empty() : Optional.of(job.death(exit, "a rank")));
            } else {
                String name = clauses.get(next++).name();
                String why = outcomes.failure(name).orElseGet(() -> job.death(exit, outcomes.missing(name)));
                results.put(name, Optional.of("\"" + name + "\" with " + ranks + " ranks: " + why));
            }
        }
        if (!leftOut.contains(ThreadLevelMain.CLAUSE)) {
            results.putAll(threadLevel(launcher, ranks, work));
        }
        return results;
    }

    private Map<String, Optional<String>> threadLevel(List<String> launcher, int ranks, Path work)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(work.resolve("thread-level"));
        RankJob job = new RankJob(
                command(launcher, ThreadLevelMain.class, clauseArguments(ranks, folder, 0)), rankEnvironment(), folder);
        int exit = job.run(WHOLE_LAUNCH);
        Outcomes outcomes = Outcomes.read(folder, ranks);
        Map<String, Optional<String>> results = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(ThreadLevelMain.CLAUSE),
                        SharingClauses.of(unsupported, leftOut).stream().map(Clause::name))
                .forEach(name -> results.put(
                        name,
                        outcomes.allPassed(name)
                                ? Optional.empty()
                                : Optional.of(outcomes.failure(name)
                                        .orElseGet(() -> job.death(exit, outcomes.missing(name))))));
        if (exit != 0 && results.values().stream().allMatch(Optional::isEmpty)) {
            results.put(ThreadLevelMain.CLAUSE, Optional.of(job.death(exit, "a rank")));
        }
        return results;
    }

    private List<String> clauseArguments(int ranks, Path folder, int first) {
        List<String> arguments = new ArrayList<>(List.of(
                provider,
                Integer.toString(ranks),
                folder.toString(),
                Long.toString(limit.toMillis()),
                Integer.toString(first)));
        arguments.addAll(leftOut);
        return arguments;
    }

    private List<String> command(List<String> launcher, Class<?> main, List<String> arguments) {
        String classPath = String.join(
                java.io.File.pathSeparator,
                Stream.concat(
                                available.classPath().stream().map(Path::toString),
                                Stream.of(System.getProperty("java.class.path")))
                        .toList());
        List<String> command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // More ranks than cores is usual here, and so many compiler threads would only be in the way.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(available.options());
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        return command;
    }

    private Map<String, String> rankEnvironment() {
        Map<String, String> all = new LinkedHashMap<>(available.environment());
        all.putAll(environment);
        return all;
    }

    /** One launch: a process and whatever it starts, none of which outlives {@link #run}. */
    private static final class RankJob {
        /** The exit code for a job that took too long. */
        static final int TIMED_OUT = -1;

        private static final int TAIL = 2000;

        private final List<String> command;
        private final Map<String, String> environment;
        private final Path output;

        RankJob(List<String> command, Map<String, String> environment, Path folder) {
            this.command = command;
            this.environment = environment;
            this.output = folder.resolve("output.txt");
        }

        /** Runs the job; returns the exit code. */
        int run(Duration limit) throws IOException, InterruptedException {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            try {
                return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : TIMED_OUT;
            } finally {
                try (Stream<ProcessHandle> started = process.descendants()) {
                    started.toList().forEach(ProcessHandle::destroyForcibly);
                }
                process.destroyForcibly().waitFor();
            }
        }

        /** The message for a job that ended without one of its own. */
        String death(int exit, String who) {
            String how = exit == TIMED_OUT ? "did not end in time" : "died, exit code " + exit;
            return who + " " + how + "; the last output is: " + tail();
        }

        private String tail() {
            try {
                String all =
                        Files.readString(output, StandardCharsets.ISO_8859_1).strip();
                return all.substring(Math.max(0, all.length() - TAIL));
            } catch (IOException e) {
                return "unreadable, " + e;
            }
        }
    }
}
