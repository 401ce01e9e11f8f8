package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Benchmarks that {@code lockstep run} measures, in ranks or not. */
final class LockstepSide implements Side {
    private static final int A_CELL_FAILED = 1;
    private static final Set<String> LAYOUT = Set.of("comm", "ranks");
    private static final Pattern PARAM = Pattern.compile(" {4}(\\S+) = .*");

    private final String name;
    private final List<String> program;
    private final List<String> others;
    private final Arguments arguments;
    private final Map<String, Set<String>> params = new LinkedHashMap<>();

    private LockstepSide(String name, List<String> program, List<String> others, Arguments arguments) {
        this.name = name;
        this.program = List.copyOf(program);
        this.others = List.copyOf(others);
        this.arguments = arguments;
    }

    /**
     * A checkout of Lockstep, with its own harness and benchmarks.
     *
     * @param checkout has been built
     */
    static Side checkout(Path checkout, Arguments arguments) {
        Path script = checkout.resolve("lockstep").toAbsolutePath();
        return new LockstepSide(checkout.toString(), List.of(script.toString()), List.of(), arguments);
    }

    /**
     * A jar of somebody's benchmarks, measured by this program.
     *
     * @param own the benchmarks that this program has without it
     */
    static Side jar(Path jar, List<String> own, Arguments arguments) {
        String classPath = jar.toAbsolutePath() + File.pathSeparator + System.getProperty("java.class.path");
        return new LockstepSide(jar.toString(), program(classPath), own, arguments);
    }

    /** The benchmarks of this program. */
    static Side self(Arguments arguments) {
        return new LockstepSide("lockstep", program(System.getProperty("java.class.path")), List.of(), arguments);
    }

    private static List<String> program(String classPath) {
        List<String> program = new ArrayList<>();
        program.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> !argument.startsWith("-Dlockstep.terminal="))
                .forEach(program::add);
        program.addAll(List.of("-cp", classPath, "dev.lockstep.cli.Lockstep"));
        return program;
    }

    @Override
    public List<String> benchmarks() throws IOException, InterruptedException {
        Path log = Files.createTempFile("lockstep-benchmarks", ".txt");
        try {
            List<String> command = new ArrayList<>(program);
            command.addAll(List.of("list", "benchmarks"));
            if (Child.run(command, Path.of(""), log) != 0) {
                throw new UsageException(name + " does not list its benchmarks: " + Child.lastWords(log));
            }
            read(Files.readAllLines(log));
            requireKnown();
            return List.copyOf(params.keySet());
        } finally {
            Files.delete(log);
        }
    }

    /** Names at the left, parameters indented below; what the script says of a build has blanks in it. */
    private void read(List<String> lines) {
        String benchmark = "";
        for (String line : lines) {
            Matcher param = PARAM.matcher(line);
            if (!line.isEmpty() && line.indexOf(' ') < 0) {
                benchmark = line;
                if (!others.contains(benchmark)) {
                    params.put(benchmark, new TreeSet<>());
                }
            } else if (param.matches() && params.containsKey(benchmark)) {
                params.get(benchmark).add(param.group(1));
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
    public List<String> command(Turn turn) {
        List<String> command = new ArrayList<>(program);
        command.add("run");
        command.addAll(arguments.lockstep());
        arguments.values(turn.values()).forEach((param, values) -> {
            if (LAYOUT.contains(param)) {
                command.addAll(List.of("--" + param, values));
            } else if (params.getOrDefault(turn.benchmark(), Set.of()).contains(param)) {
                command.addAll(List.of("-p", param + "=" + values));
            }
        });
        turn.counts().ifPresent(file -> command.add("--ops=from:" + file));
        command.add("--forks=" + turn.forks());
        command.add("--distribution-forks=0");
        command.add("--out=" + turn.folder());
        command.add("^" + Pattern.quote(turn.benchmark()) + "$");
        return command;
    }

    @Override
    public boolean refused(int exitCode) {
        return exitCode > A_CELL_FAILED;
    }

    @Override
    public Side slowed(double share) {
        List<String> more = new ArrayList<>(arguments.lockstep());
        more.add("--handicap=" + share * 100 + "%");
        return new LockstepSide(
                name, program, others, new Arguments(more, arguments.jmh(), arguments.values(), arguments.ranks()));
    }

    @Override
    public String toString() {
        return name;
    }
}
