package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Capability;
import dev.lockstep.spi.Availability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs the contract on ranks that are processes. All clauses share one launch, because a launch is slow; a clause that fails
 * ends it, since ranks that disagree about what comes next cannot go on, and the next launch begins behind that clause.
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
    /** For one clause, unless said otherwise. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    /** The name under which the ranks' orderly end is reported. */
    public static final String END = "ranks end in order";

    private static final Duration WHOLE_LAUNCH = Duration.ofMinutes(3);
    /** A backend that fails more often is broken, and need not be launched for every clause. */
    private static final int MOST_FAILED_LAUNCHES = 5;

    /**
     * Runs all clauses.
     *
     * @param launcher what stands before {@code java}
     * @param ranks how many ranks the launcher starts
     * @param work a folder for their outcomes, on a file system that all ranks see
     * @return by the clause's name, in order: empty if it holds, else rank and reason
     * @throws IOException if outcomes cannot be read
     * @throws InterruptedException if the thread is interrupted; the ranks are ended before
     */
    public Map<String, Optional<String>> run(List<String> launcher, int ranks, Path work)
            throws IOException, InterruptedException {
        List<Clause> clauses = Clauses.of(unsupported).stream()
                .filter(c -> !leftOut.contains(c.name()))
                .toList();
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
            results.put(ThreadLevelMain.CLAUSE, threadLevel(launcher, ranks, work));
        }
        return results;
    }

    private Optional<String> threadLevel(List<String> launcher, int ranks, Path work)
            throws IOException, InterruptedException {
        Path folder = Files.createDirectories(work.resolve("thread-level"));
        List<String> arguments = List.of(provider, Integer.toString(ranks), folder.toString());
        RankJob job = new RankJob(command(launcher, ThreadLevelMain.class, arguments), rankEnvironment(), folder);
        int exit = job.run(limit);
        Outcomes outcomes = Outcomes.read(folder, ranks);
        return exit == 0 && outcomes.allPassed(ThreadLevelMain.CLAUSE)
                ? Optional.empty()
                : Optional.of(outcomes.failure(ThreadLevelMain.CLAUSE).orElseGet(() -> job.death(exit, "a rank")));
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
}
