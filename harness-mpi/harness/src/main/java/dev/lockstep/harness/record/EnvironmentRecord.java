package dev.lockstep.harness.record;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.harness.link.KeyValues;
import dev.lockstep.harness.machine.Machine;
import dev.lockstep.harness.rank.HostFacts;
import dev.lockstep.harness.run.Cell;
import dev.lockstep.harness.run.RunOptions;
import dev.lockstep.harness.survey.HostReport;
import dev.lockstep.run.Environment;
import dev.lockstep.run.InvalidInputException;
import dev.lockstep.run.RunFolder;
import dev.lockstep.spi.Availability;
import dev.lockstep.spi.Lacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The environment.json of a run: what the numbers were measured on, each field with its source, or "unknown". */
public final class EnvironmentRecord {
    private static final String RANKS = "said by the ranks";
    private static final String BEFORE = "said by a process there, before the run";

    private static final String PART = " (part recorded ";

    /** The fields that differ from minute to minute. */
    private static final Set<String> VARIABLE =
            Set.of("load before", "load afterwards", "timer granularity", "cgroup memory limit");

    private final Path file;
    private final String version;
    private final String recorded =
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final List<Environment.Field> fields = new ArrayList<>();
    private final List<Environment.Backend> backends = backends();
    private List<String> parts;
    private final Map<String, TreeSet<String>> ofRanks = new LinkedHashMap<>();

    public EnvironmentRecord(Path folder, String version, RunOptions options) {
        this.file = folder.resolve(RunFolder.ENVIRONMENT);
        this.version = version;
        Machine.describe(this::add);
        describeJvm(options);
        describeRun(options);
    }

    /**
     * Adds the record of the run before it was resumed, if there is one: earlier values stay beside those of now.
     * Returns what has changed, load and the like aside.
     */
    public List<String> addEarlier() throws IOException {
        List<String> changes = new ArrayList<>();
        if (!Files.exists(file)) {
            return changes;
        }
        Environment earlier = Environment.read(file);
        parts = new ArrayList<>(earlier.parts() == null ? List.of(earlier.recorded()) : earlier.parts());
        parts.add(recorded);
        for (Environment.Field field : earlier.fields()) {
            boolean now = fields.stream().anyMatch(field::saysTheSame);
            if (!field.source().equals(RANKS) && !now) {
                boolean older = field.name().contains(PART);
                fields.add(older ? field : field.named(field.name() + PART + earlier.recorded() + ")"));
                if (!older && !VARIABLE.contains(field.name())) {
                    changes.add(field.name() + " was " + field.value());
                }
            }
        }
        earlier.backends().stream()
                .filter(backend -> !backends.contains(backend))
                .forEach(backend -> changes.add("communicator was " + backend));
        return changes;
    }

    private void add(String group, String name, String value, String source) {
        fields.add(new Environment.Field(group, name, value, source));
    }

    private void describeJvm(RunOptions options) {
        add("jvm", "JVM", options.jvm().executable(), "chosen by the host");
        add("jvm", "JVM version of the host", Runtime.version().toString(), "host's java.lang.Runtime");
        add("jvm", "JVM arguments", String.join(" ", options.jvm().args()), "chosen by the host, for every cell");
        add("jvm", "JMH", org.openjdk.jmh.util.Version.getPlainVersion(), "JMH");
        add("jvm", "timer granularity", Timer.granularity(), "measured on System.nanoTime");
    }

    private void describeRun(RunOptions options) {
        RunOptions.Effort effort = options.effort();
        add(
                "run",
                "effort",
                effort.forks() + " forks, " + effort.warmupIterations() + " warm-up and " + effort.iterations()
                        + " measured iterations of " + effort.iterationMillis() + " ms; "
                        + effort.distributionForks() + " forks for distributions"
                        + (options.narrows()
                                ? "; further forks until intervals are within "
                                        + 100 * options.plan().precision()
                                        + "%, and iterations three times as long where threads sleep"
                                : ""),
                "options");
        add("run", "operations per iteration", options.ops().chosenBy(), "options");
        add("run", "launcher", options.launch().launcher(), "options");
        add(
                "run",
                "hosts",
                options.launch().hosts().areGiven() ? options.launch().hosts().slotList() : "left to the launcher",
                "options");
        add("run", "binding", options.launch().bind() + " (auto: to core unless oversubscribed)", "options");
        add(
                "run",
                "launcher arguments",
                options.launch().args().isEmpty()
                        ? "none"
                        : String.join(" ", options.launch().args()),
                "options");
        add("run", "seed", String.valueOf(options.plan().seed()), "options");
        add(
                "run",
                "budget",
                options.plan().budgetMillis() == 0 ? "none" : options.plan().budgetMillis() / 1000.0 + " s",
                "options");
        add("run", "shard", options.plan().shard().toString(), "options");
        add("run", "buffers", "as the communicator allocates them", "benchmarks");
        add("run", "commit", System.getProperty("lockstep.commit"), "git, through the start script");
    }

    private static List<Environment.Backend> backends() {
        List<Environment.Backend> all = new ArrayList<>();
        for (CommunicatorProvider provider : Communicators.discover().providers()) {
            List<Environment.Lack> lacks = Lacks.of(provider.unsupported()).stream()
                    .map(lack -> new Environment.Lack(lack.reason(), List.copyOf(lack.capabilities())))
                    .toList();
            Availability availability = provider.availability();
            if (availability instanceof Availability.Available found) {
                all.add(new Environment.Backend(
                        provider.name(), lacks, true, found.version(), found.where(), null, null));
            } else if (availability instanceof Availability.Unavailable missing) {
                all.add(new Environment.Backend(
                        provider.name(), lacks, false, null, null, missing.reason(), missing.remedy()));
            }
        }
        return all;
    }

    /** Adds what the ranks of a launch said about themselves. */
    void addRanks(String comm, Path launchFolder) throws IOException {
        Path ranks = launchFolder.resolve("ranks.txt");
        if (!Files.exists(ranks)) {
            return;
        }
        int rank = 0;
        for (String line : Files.readAllLines(ranks)) {
            Map<String, String> said;
            try {
                said = KeyValues.parse(line);
            } catch (IllegalArgumentException e) {
                throw new InvalidInputException(ranks, "line " + (rank + 1), "key=value&key=value, a line per rank", e);
            }
            note("system", "host of rank " + rank, said.get("host"));
            note("jvm", "JVM of the ranks, comm=" + comm, said.get("java"));
            note("mpi", "library of comm=" + comm, said.get("library"));
            note("mpi", "compiler of comm=" + comm, said.get("compiler"));
            note("mpi", "thread level granted, comm=" + comm, said.get("threadLevel"));
            noteLoad(said.get("host"), said.get("loadAfterwards"));
            note("mpi", "cores of rank " + rank + ", comm=" + comm, said.get("cpus"));
            rank++;
        }
    }

    /** Adds what another host said before anything was measured on it. */
    public void addHost(HostReport report) {
        String group = group(report.get("host"));
        report.machine().forEach((name, value) -> add(group, name, value, BEFORE));
        add(group, "JVM", report.get(HostFacts.JVM), BEFORE);
        add(group, "cores of a process", report.get(HostFacts.CORES), BEFORE);
        add(group, "MPI library", report.get("library"), BEFORE);
    }

    private static String group(String host) {
        return "host " + host;
    }

    /** Notes a load; the last one that a rank on that host reported counts. */
    private void noteLoad(String host, String load) {
        if (load != null) {
            ofRanks.put(group(host) + "\nload afterwards", new TreeSet<>(List.of(load)));
        }
    }

    private void note(String group, String name, String value) {
        if (value != null) {
            ofRanks.computeIfAbsent(group + "\n" + name, k -> new TreeSet<>()).add(value);
        }
    }

    /** Notes how each layout of ranks is started. */
    public void addLaunches(List<Cell> cells, RunOptions options) {
        cells.stream().map(Cell::layout).distinct().forEach(layout -> {
            String command = options.launch().plan(layout).commandLine();
            String name = "launch command, comm=" + layout.comm() + ", ranks=" + layout.ranks() + ", threads="
                    + layout.threadsPerRank();
            add("run", name, command.isEmpty() ? "a plain process" : command, "launcher");
        });
    }

    /** Notes the load as it is now. */
    void addLoadAfterwards() {
        add("machine", "load afterwards", Machine.load(), Machine.LOAD);
    }

    void write() throws IOException {
        List<Environment.Field> all = new ArrayList<>(fields);
        ofRanks.forEach((key, values) -> all.add(new Environment.Field(
                key.substring(0, key.indexOf('\n')),
                key.substring(key.indexOf('\n') + 1),
                String.join("; ", values),
                RANKS)));
        Durable.replace(file, new Environment(version, recorded, all, backends, parts).toBytes());
    }
}
