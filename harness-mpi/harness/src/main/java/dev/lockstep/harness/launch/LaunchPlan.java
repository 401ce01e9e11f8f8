package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.LaunchedBy;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.link.RankEnvironment;
import dev.lockstep.spi.Availability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the processes of a layout are started: what the launch script, a dry run and the environment record all speak of.
 *
 * @param command launcher and its arguments, to which a process's own command is appended
 * @param environment for the launcher and every process, without the key
 * @param classPath appended to the rank's own
 * @param jvmOptions put before the rank's own
 */
public record LaunchPlan(
        List<String> command, Map<String, String> environment, List<Path> classPath, List<String> jvmOptions) {

    /**
     * The user's part of it.
     *
     * @param launcher a launcher's name, or {@code auto}
     * @param bind as in {@link LaunchRequest}
     * @param args for the launcher
     * @param debug the rank that waits for a debugger
     */
    public record Preferences(String launcher, String bind, List<String> args, Optional<DebugRank> debug) {
        /** Copies the list. */
        public Preferences {
            args = List.copyOf(args);
        }
    }

    /**
     * The launcher's command for people, who need not read the text of a script.
     *
     * @return one line; empty if there is no launcher before the processes' own command
     */
    public String commandLine() {
        return command.stream()
                .map(word -> word.contains("\n") ? "<script>" : word)
                .collect(Collectors.joining(" "));
    }

    /**
     * Makes it.
     *
     * @param layout of ranks and processes
     * @param wanted by the user
     * @param key of the job
     * @param relay where it listens, as {@code host:port}
     * @return complete but for the JVM's command
     * @throws IllegalStateException if the communicator cannot be used here
     * @throws IllegalArgumentException if the launcher does not fit
     */
    public static LaunchPlan of(RankLayout layout, Preferences wanted, JobKey key, List<String> relay) {
        Launcher launcher = layout.launcher(wanted.launcher);
        Availability.Available needs = layout.requirements(launcher);
        RankEnvironment ranks = new RankEnvironment(
                key, relay, layout.comm(), layout.ranks(), layout.threadsPerRank(), launcher.rankVariable());
        Map<String, String> environment = new LinkedHashMap<>(ranks.variables());
        environment.put(LaunchedBy.VARIABLE, launcher.traits().format());
        // Sorted, for the order of an immutable map is another in every JVM, and commands are compared.
        environment.putAll(new TreeMap<>(needs.environment()));
        wanted.debug.ifPresent(debug -> environment.putAll(debug.environment(layout)));
        List<String> forward = new ArrayList<>(environment.keySet());
        forward.add(RankEnvironment.KEY);
        environment.putAll(launcher.environment());
        LaunchRequest request = new LaunchRequest(
                layout.processes(),
                layout.threadsPerProcess(),
                layout.oversubscribed(),
                wanted.bind,
                forward,
                wanted.args,
                layout.hosts());
        return new LaunchPlan(launcher.command(request), environment, needs.classPath(), needs.options());
    }
}
