package dev.lockstep.cli.ab;

import dev.lockstep.cli.options.Arguments;
import dev.lockstep.harness.run.Progress;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns what a user names into something that can be measured: jars as they are, folders and revisions after a build.
 * Revisions are checked out into worktrees, which are removed when this is closed, whatever ends the program.
 */
public final class Sources implements AutoCloseable {
    private final Project project;
    private final Arguments arguments;
    private final Path out;
    private final Progress progress;
    private final Worktrees worktrees;

    /**
     * A project and how it is built.
     *
     * @param repository of git, in which revisions are looked up
     * @param build a shell command; by default Maven's or Gradle's, whichever has its file there
     * @param jar a glob, relative to the project, of the jar that the build leaves; by default the one with
     *     benchmarks in it
     */
    public record Project(Path repository, Optional<String> build, Optional<String> jar) {}

    /**
     * Prepares the sources of one command.
     *
     * @param project where revisions come from
     * @param arguments how to measure
     * @param out a folder for the logs of builds
     * @param progress where to tell how far it is
     */
    public Sources(Project project, Arguments arguments, Path out, Progress progress) {
        this.project = project;
        this.arguments = arguments;
        this.out = out;
        this.progress = progress;
        this.worktrees = new Worktrees(project.repository());
    }

    /**
     * Opens what a user names, ready to be measured.
     *
     * @param role {@code base} or {@code head}
     * @param name a jar, a folder, or a revision of the repository
     * @throws UsageException if there is no such thing, or it cannot be built
     */
    public Variant open(String role, String name) throws IOException, InterruptedException {
        Path path = Path.of(name);
        if (Files.isRegularFile(path)) {
            return jar(path);
        }
        Path folder = Files.isDirectory(path) ? path : worktrees.checkOut(role, name);
        Path log = out.resolve("build-" + role + ".log");
        progress.say("building " + role + " (" + log + ")");
        long start = System.nanoTime();
        boolean lockstep = project.build().isEmpty() && isLockstep(folder);
        // Its script builds what it needs before it does anything.
        String build = lockstep ? "./lockstep list comms" : project.build().orElseGet(() -> usual(folder));
        if (Child.run(List.of("sh", "-c", build), folder, log) != 0) {
            throw new UsageException(role + ", " + name + ", cannot be built by '" + build + "': "
                    + Child.lastWords(log) + "; all of it is in " + log);
        }
        progress.say(String.format("built %s in %.0f s", role, (System.nanoTime() - start) / 1e9));
        return lockstep ? LockstepVariant.checkout(folder, arguments) : jar(Jars.find(folder, project.jar()));
    }

    /** The name for a report: as the user wrote it, with the commit if it is a revision. */
    public String called(String name) {
        return worktrees.commit(name).map(commit -> name + " (" + commit + ")").orElse(name);
    }

    private Variant jar(Path jar) throws IOException {
        boolean executable = Jars.isExecutable(jar);
        if (!executable && !Jars.hasBenchmarks(jar)) {
            throw new UsageException(jar + " has no benchmarks: it lacks " + Jars.BENCHMARKS
                    + ", which JMH's annotation processor writes");
        }
        return executable && !arguments.ranks() ? new JmhVariant(jar, arguments) : LockstepVariant.jar(jar, arguments);
    }

    private static boolean isLockstep(Path folder) {
        return Files.isExecutable(folder.resolve("lockstep"))
                && Files.isRegularFile(folder.resolve("harness-mpi/harness/pom.xml"));
    }

    private static String usual(Path folder) {
        Map<String, String> builds = new LinkedHashMap<>();
        builds.put("mvnw", "./mvnw -q -B -DskipTests package");
        builds.put("pom.xml", "mvn -q -B -DskipTests package");
        builds.put("gradlew", "./gradlew -q jmhJar");
        builds.put("build.gradle", "gradle -q jmhJar");
        builds.put("build.gradle.kts", "gradle -q jmhJar");
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, String> build : builds.entrySet()) {
            if (Files.exists(folder.resolve(build.getKey()))) {
                return build.getValue();
            }
            missing.add(build.getKey());
        }
        throw new UsageException("cannot build " + folder + ": it has none of " + String.join(", ", missing)
                + "; say --build COMMAND, and --jar GLOB for what it leaves");
    }

    @Override
    public void close() {
        worktrees.close();
    }
}
