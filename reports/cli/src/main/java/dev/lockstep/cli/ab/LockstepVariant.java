package dev.lockstep.cli.ab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lockstep.cli.options.Arguments;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.UsageException;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Benchmarks that {@code lockstep run} measures, in ranks or not. */
final class LockstepVariant implements Variant {
    private static final Set<Integer> REFUSALS = Set.of(2, 3);
    private static final Set<String> LAYOUT = Set.of("comm", "ranks");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final List<String> program;
    private final Predicate<String> mine;
    private final Arguments arguments;
    private final Map<String, Set<String>> params = new LinkedHashMap<>();

    private LockstepVariant(String name, List<String> program, Predicate<String> mine, Arguments arguments) {
        this.name = name;
        this.program = List.copyOf(program);
        this.mine = mine;
        this.arguments = arguments;
    }

    /** A checkout of Lockstep, already built, with its own harness and benchmarks. */
    static Variant checkout(Path checkout, Arguments arguments) {
        Path script = checkout.resolve("lockstep").toAbsolutePath();
        return new LockstepVariant(checkout.toString(), List.of(script.toString()), benchmark -> true, arguments);
    }

    /** A jar of somebody's benchmarks, measured by this program, which has others besides. */
    static Variant jar(Path jar, Arguments arguments) throws IOException {
        List<String> program = new ArrayList<>();
        program.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Where other classes come first, a JVM complains of an archive of classes.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-Dlockstep.terminal="))
                .filter(argument -> !argument.startsWith(Jvm.CLASS_DATA))
                .forEach(program::add);
        String classPath = jar.toAbsolutePath() + File.pathSeparator + System.getProperty("java.class.path");
        program.addAll(List.of("-cp", classPath, "dev.lockstep.cli.Lockstep"));
        return new LockstepVariant(jar.toString(), program, Jars.lists(jar), arguments);
    }

    @Override
    public List<String> benchmarks() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of("list", "benchmarks", "--json"));
        read(Child.listing(name, command));
        requireKnown();
        return List.copyOf(params.keySet());
    }

    /** One of the lines is the list; the script prints the others while it builds. */
    private void read(List<String> lines) throws IOException {
        String list = lines.stream()
                .filter(line -> line.startsWith("["))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new UsageException(name + " does not list its benchmarks: " + Child.oneLine(lines)));
        for (JsonNode benchmark : JSON.readTree(list)) {
            if (mine.test(benchmark.path("name").asText())) {
                Set<String> names = new TreeSet<>();
                benchmark.path("params").fieldNames().forEachRemaining(names::add);
                params.put(benchmark.path("name").asText(), names);
            }
        }
    }

    private void requireKnown() {
        Set<String> known = new TreeSet<>(LAYOUT);
        params.values().forEach(known::addAll);
        for (String chosen : arguments.values().keySet()) {
            if (!known.contains(chosen)) {
                throw new UsageException(
                        "no benchmark of " + name + " has a parameter '" + chosen + "'; they have " + known);
            }
        }
    }

    @Override
    public List<String> command(LaunchBatch batch) {
        List<String> command = new ArrayList<>(program);
        command.add("run");
        // A rule of the user's is for the first batch; from then on the counts are settled.
        arguments.lockstep().stream()
                .filter(word -> batch.counts().isEmpty() || !word.startsWith("--ops="))
                .forEach(command::add);
        arguments.values(batch.values()).forEach((param, values) -> {
            if (LAYOUT.contains(param)) {
                command.addAll(List.of("--" + param, values));
            } else if (params.getOrDefault(batch.benchmark(), Set.of()).contains(param)) {
                command.addAll(List.of("-p", param + "=" + values));
            }
        });
        batch.counts().ifPresent(file -> command.add("--ops=like:" + file));
        command.add("--forks=" + batch.forks());
        command.add("--distribution-forks=0");
        command.add("--out=" + batch.folder());
        command.add("^" + Pattern.quote(batch.benchmark()) + "$");
        return command;
    }

    @Override
    public boolean refused(int exitCode) {
        return REFUSALS.contains(exitCode);
    }

    @Override
    public String toString() {
        return name;
    }
}
