package dev.lockstep.harness.reference;

import dev.lockstep.harness.launch.LaunchFolder;
import dev.lockstep.harness.launch.LaunchPlan;
import dev.lockstep.harness.launch.LaunchScript;
import dev.lockstep.harness.launch.Launcher;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.harness.machine.HostName;
import dev.lockstep.harness.relay.CappedOutputStream;
import dev.lockstep.harness.relay.JobSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * One launch of the program, by the same script and launcher as ranks that are JVMs. What its ranks write to standard
 * error is only kept, and searched for a reason when the launch fails; rank 0's standard output is what it found.
 */
public final class ReferenceJob {
    private static final long LAST_WORDS_MILLIS = 5_000;
    private static final int KILLED_SECONDS = 10;
    private static final int LAST_WORDS_LINES = 6;
    private static final String OURS = "lockstep: rank ";

    private final JobSpec spec;
    private final RankLayout layout;
    private final LaunchFolder folder;
    private final Consumer<ReferenceLine> listener;
    private final TreeMap<Integer, ReferenceLine.Member> ranks = new TreeMap<>();
    private final Deque<String> lastWords = new ArrayDeque<>();
    private String complaint;
    private volatile long lastSign;
    private volatile String failure;
    private volatile boolean ended;

    private ReferenceJob(JobSpec spec, RankLayout layout, Consumer<ReferenceLine> listener) throws IOException {
        this.spec = spec;
        this.layout = layout;
        this.listener = listener;
        this.folder = LaunchFolder.create(spec.folder());
    }

    /**
     * Runs it to its end, whatever that is.
     *
     * @param spec how
     * @param layout of ranks and processes
     * @param arguments of the program
     * @param log for all that launcher and ranks print
     * @param listener is handed each line as it comes; what it throws is the reason to end the launch
     * @return why it failed; empty if it did not
     * @throws IOException if it cannot be started
     */
    public static Optional<String> run(
            JobSpec spec, RankLayout layout, List<String> arguments, Path log, Consumer<ReferenceLine> listener)
            throws IOException {
        return new ReferenceJob(spec, layout, listener).run(arguments, log);
    }

    private Optional<String> run(List<String> arguments, Path log) throws IOException {
        Launcher launcher = layout.launcher(spec.options().launcher());
        // The key opens nothing: there is no relay. The script is the same.
        JobKey key = JobKey.random();
        LaunchPlan plan = LaunchPlan.of(layout, spec.options(), key, List.of());
        List<String> command = new ArrayList<>();
        command.add(
                LaunchScript.write(folder, plan, LaunchScript.Process.PROGRAM).toString());
        command.add(new ReferenceProvider().program(launcher.traits()).file().toString());
        command.add(level(spec, layout));
        command.addAll(arguments);
        folder.writeKey(key);
        lastSign = System.nanoTime();
        try (OutputStream kept = new CappedOutputStream(
                Files.newOutputStream(log), spec.options().outputLimit())) {
            Process process = new ProcessBuilder(command).start();
            try {
                Thread out = reader(process.getInputStream(), kept, this::said);
                Thread err = reader(process.getErrorStream(), kept, this::complained);
                watch(process);
                out.join(LAST_WORDS_MILLIS);
                err.join(LAST_WORDS_MILLIS);
            } catch (InterruptedException e) {
                fail("interrupted");
                Thread.currentThread().interrupt();
            } finally {
                process.destroyForcibly();
            }
        } finally {
            folder.clear(plan.sharedMemory());
        }
        Optional<String> reason = reason();
        if (reason.isPresent()) {
            folder.clearAway(launcher, plan.sharedMemory());
        }
        return reason;
    }

    /** The thread level that ranks ask for, the program's first argument. */
    public static String level(JobSpec spec, RankLayout layout) {
        return layout.threadLevel(spec.options().launcher()).orElseThrow().name();
    }

    private Thread reader(InputStream from, OutputStream kept, Consumer<String> each) {
        Thread thread = new Thread(
                () -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            kept.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                            each.accept(line);
                        }
                    } catch (IOException e) {
                        fail("what the ranks print cannot be kept: " + e.getMessage());
                    }
                },
                "lockstep-reference-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private synchronized void said(String line) {
        if (failure != null || line.isBlank()) {
            return;
        }
        try {
            ReferenceLine meaning = ReferenceLine.parse(line);
            lastSign = System.nanoTime();
            if (ended) {
                throw new IllegalStateException("the program said more after its end: '" + line + "'");
            } else if (meaning instanceof ReferenceLine.Member rank) {
                ranks.put(rank.number(), rank);
            } else if (meaning instanceof ReferenceLine.End end) {
                require(end.ranks() == layout.ranks(), end.ranks() + " ranks took part, not " + layout.ranks());
                ended = true;
                folder.markComplete();
            }
            listener.accept(meaning);
        } catch (RuntimeException | IOException e) {
            // Whatever it is: without this thread nobody would read on, nor know why.
            fail(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private synchronized void complained(String line) {
        if (line.startsWith(OURS)) {
            complaint = complaint == null ? line.substring("lockstep: ".length()) : complaint;
        } else if (!line.isBlank()) {
            lastWords.add(line);
            if (lastWords.size() > LAST_WORDS_LINES) {
                lastWords.remove();
            }
        }
    }

    private void watch(Process process) throws InterruptedException {
        int failing = 0;
        while (!process.waitFor(1, TimeUnit.SECONDS) && failing < KILLED_SECONDS) {
            long silent = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lastSign);
            if (failure != null) {
                failing++;
            } else if (silent >= spec.options().timeoutSeconds()) {
                fail("no rank has shown progress for " + spec.options().timeoutSeconds() + " s" + doing());
            }
        }
    }

    /** The first reason counts. */
    private void fail(String reason) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = reason;
        }
        folder.killLauncher();
    }

    private synchronized Optional<String> reason() {
        if (failure != null) {
            return Optional.of(failure);
        }
        Optional<Long> exit = folder.launcherExit();
        if (ended && exit.equals(Optional.of(0L))) {
            return Optional.empty();
        }
        if (complaint != null) {
            return Optional.of(complaint);
        }
        return Optional.of("the launcher ended with exit code "
                + exit.map(String::valueOf).orElse("unknown")
                + (ended ? "" : " before the program had come to its end") + "; its last words: "
                + String.join(" | ", lastWords));
    }

    /** What the kernel says of the ranks on this host: whoever is stopped, or not there, is seen. */
    private synchronized String doing() {
        return ranks.values().stream()
                .map(rank -> "; rank " + rank.number() + " (pid " + rank.pid() + " on " + rank.host() + ") was "
                        + state(rank))
                .collect(Collectors.joining());
    }

    private static String state(ReferenceLine.Member rank) {
        try {
            if (!rank.host().equals(HostName.ofThisMachine())) {
                return "on another host";
            }
            return Files.readAllLines(Path.of("/proc", rank.pid(), "status")).stream()
                    .filter(line -> line.startsWith("State:"))
                    .findFirst()
                    .map(line -> line.replaceAll(".*\\((.*)\\).*", "$1"))
                    .orElse("in no known state");
        } catch (IOException e) {
            return "not there any more";
        }
    }
}
