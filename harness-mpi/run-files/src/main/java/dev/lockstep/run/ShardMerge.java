package dev.lockstep.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Merges runs that each measured some cells into the files of one run, except for JMH's results. */
public final class ShardMerge {
    /**
     * A run that is to become a part of the whole.
     *
     * @param folder of it
     * @param events of its journal
     * @param state what they add up to
     */
    public record Shard(RunFolder folder, List<RunEvent> events, RunState state) {
        public Shard {
            events = List.copyOf(events);
        }

        private RunEvent.Start start() {
            return state.start().orElseThrow();
        }

        private int forks() {
            return state.plan().map(RunEvent.Plan::forks).orElse(0);
        }
    }

    private static final String WHOLE = "1/1";
    private static final String SHARD = "--shard=";

    /** The options that may differ: a part's JVM may lie elsewhere on another host. */
    private static final Set<String> OWN = Set.of("plan.shard.index", "plan.shard.count", "jvm.executable");

    private final List<Shard> parts;

    /** Merges these parts, in the order in which their cells are to be reported. */
    public ShardMerge(List<Shard> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * The reason why the parts do not belong together: all must have been asked for in the same way, by the same
     * versions, and have no cell in common.
     */
    public Optional<String> obstacle() {
        Shard first = parts.get(0);
        Map<String, Path> owners = new HashMap<>();
        for (Shard part : parts) {
            String both = first.folder.path() + " and " + part.folder.path();
            Optional<String> options = OptionsDifference.first(
                    first.start().options(), part.start().options(), name -> !OWN.contains(name));
            if (options.isPresent()) {
                return Optional.of(both + " were not asked for in the same way: " + options.get()
                        + "; only runs that differ in --shard can be merged");
            }
            List<String> versions =
                    part.start().provenance().differences(first.start().provenance());
            if (!versions.isEmpty()) {
                return Optional.of(both + " were not made by the same: " + String.join("; ", versions));
            }
            for (String cell : part.state.cells()) {
                Path other = owners.put(cell, part.folder.path());
                if (other != null) {
                    return Optional.of(cell + " is in " + other + " and in " + part.folder.path()
                            + "; a cell may be in one of them only");
                }
            }
        }
        return Optional.empty();
    }

    /** The shards that are not among the parts. */
    public List<RunEvent.LeftOut> missing() {
        Set<String> there = parts.stream().map(part -> part.start().shard()).collect(Collectors.toSet());
        String any = parts.get(0).start().shard();
        int count = Integer.parseInt(any.substring(any.indexOf('/') + 1));
        return IntStream.rangeClosed(1, count)
                .mapToObj(index -> index + "/" + count)
                .filter(shard -> !there.contains(shard))
                .map(shard -> new RunEvent.LeftOut(
                        "shard " + shard, "is not among the merged runs", "run it with --shard " + shard))
                .toList();
    }

    /**
     * The journal of the whole.
     *
     * @param command what was typed to merge
     * @param end how it ended
     */
    public List<RunEvent> events(String command, RunEvent.End end) {
        List<RunEvent> all = new ArrayList<>();
        all.add(start(command));
        all.addAll(missing());
        all.add(plan());
        int most = mostForks();
        for (Shard part : parts) {
            if (part.forks() < most) {
                // It had the time for fewer forks than another.
                part.state.byKey().forEach((key, cell) -> {
                    int each = part.state.baseline().launchesPerRound(key);
                    all.add(new RunEvent.Cut(
                            cell.planned().orElseThrow().cell(),
                            each * part.forks(),
                            each * most,
                            "its shard had no time for more"));
                });
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            for (RunEvent event : parts.get(i).events) {
                if (event instanceof RunEvent.OfCell || event instanceof RunEvent.LeftOut) {
                    all.add(relocated(event, i + 1));
                }
            }
        }
        all.add(end);
        return all;
    }

    private RunEvent.Start start(String command) {
        RunEvent.Start first = parts.get(0).start();
        ObjectNode options = first.options().deepCopy();
        options.withObject("/plan/shard").put("index", 1).put("count", 1);
        return new RunEvent.Start(
                first.lockstep(),
                first.time(),
                command,
                parts.stream().mapToInt(part -> part.state.cells().size()).sum(),
                first.seed(),
                WHOLE,
                options,
                first.arguments().stream().filter(a -> !a.startsWith(SHARD)).toList(),
                first.provenance());
    }

    private int mostForks() {
        return parts.stream().mapToInt(Shard::forks).max().orElse(0);
    }

    private RunEvent.Plan plan() {
        List<RunEvent.Plan> plans =
                parts.stream().flatMap(part -> part.state.plan().stream()).toList();
        RunEvent.Plan first = plans.isEmpty() ? new RunEvent.Plan(0, 0, 0, 0, 0, List.of()) : plans.get(0);
        return new RunEvent.Plan(
                first.asked(),
                mostForks(),
                first.budgetSeconds(),
                first.spentSeconds(),
                first.expectedSeconds(),
                plans.stream().flatMap(plan -> plan.cells().stream()).toList());
    }

    private static RunEvent relocated(RunEvent event, int part) {
        if (event instanceof RunEvent.Launch launch) {
            return launch.in(relocated(RunFolder.LAUNCHES, launch.folder(), part));
        } else if (event instanceof RunEvent.Distribution launch && launch.ok()) {
            return launch.in(relocated(RunFolder.DISTRIBUTIONS, launch.log().file(), part));
        }
        return event;
    }

    private static String relocated(String below, String path, int part) {
        Path own = Path.of(below);
        return own.resolve("part-" + part)
                .resolve(own.relativize(Path.of(path)))
                .toString();
    }

    /** Copies the files of all launches to their places in the whole. */
    public void copyLaunches(Path out) throws IOException {
        for (int i = 0; i < parts.size(); i++) {
            for (String folder : List.of(RunFolder.LAUNCHES, RunFolder.DISTRIBUTIONS)) {
                Path from = parts.get(i).folder.path().resolve(folder);
                if (Files.isDirectory(from)) {
                    copy(from, out.resolve(folder).resolve("part-" + (i + 1)));
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.toList();
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(copy);
            } else {
                // A rank may have left a link or a pipe: as such, and not what is at its other end.
                Files.copy(
                        file,
                        copy,
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    /** The environments of the parts; a field that all have alike is written once. */
    public Environment environment() throws IOException {
        List<Optional<Environment>> all = new ArrayList<>();
        for (Shard part : parts) {
            Path file = part.folder.environment();
            all.add(Files.exists(file) ? Optional.of(Environment.read(file)) : Optional.empty());
        }
        return Environment.merged(all);
    }
}
