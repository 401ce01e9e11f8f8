package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lockstep.harness.launch.Hosts;
import dev.lockstep.harness.launch.RankLayout;
import dev.lockstep.harness.link.RankEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;

/**
 * A run that is to become a part of another.
 *
 * @param folder of it
 * @param number among the parts, from 1
 * @param history what it did
 * @param cells what it measured, as far as its journal tells
 */
record Part(Path folder, int number, History history, List<Cell> cells) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> COPIED = Set.of("cell", "pilot", "left-out", "cut", "launch", "distribution");

    static Part read(Path folder, int number) throws IOException {
        History history = History.read(folder);
        if (!history.ended()) {
            throw new UsageException(folder + " is incomplete; finish it first: "
                    + EarlierRun.resumption(EarlierRun.arguments(history), folder));
        }
        List<Cell> cells = history.events().stream()
                .filter(e -> e.path("event").asText().equals("cell"))
                .map(Part::cell)
                .toList();
        return new Part(folder, number, history, cells);
    }

    private static Cell cell(JsonNode event) {
        String comm = event.path("comm").asText(RankEnvironment.NO_COMM);
        boolean ranked = !event.path("comm").isNull();
        int threads = event.path("threads").asInt();
        Map<String, String> params = new TreeMap<>();
        event.path("params")
                .properties()
                .forEach(p -> params.put(p.getKey(), p.getValue().asText()));
        Mode mode = Arrays.stream(Mode.values())
                .filter(m -> m.shortLabel().equals(event.path("mode").asText()))
                .findFirst()
                .orElse(Mode.SingleShotTime);
        return new Cell(
                new Benchmark(
                        event.path("benchmark").asText(),
                        mode,
                        ranked,
                        false,
                        false,
                        false,
                        1,
                        Map.of(),
                        Optional.empty()),
                params,
                ranked
                        ? new RankLayout(comm, event.path("ranks").asInt(), threads, false, Hosts.UNSAID)
                        : RankLayout.plain(threads));
    }

    /**
     * The two were asked for in the same way, but for their share, and made by the same versions. Where the JVM lies may differ from host to host.
     *
     * @throws UsageException if not; names the difference
     */
    void requireLike(Part other) {
        OptionsJson.difference(shared(other.history), shared(history), "").ifPresent(difference -> {
            throw new UsageException(other.folder + " and " + folder + " were not asked for in the same way: "
                    + difference + "; only runs that differ in --shard can be merged");
        });
        List<String> differences =
                Provenance.differences(other.history.began("provenance"), history.began("provenance"));
        if (!differences.isEmpty()) {
            throw new UsageException(
                    other.folder + " and " + folder + " were not made by the same: " + String.join("; ", differences));
        }
    }

    private static JsonNode shared(History history) {
        ObjectNode options = history.began("options").deepCopy();
        ((ObjectNode) options.path("plan")).remove("shard");
        ((ObjectNode) options.path("jvm")).remove("executable");
        return options;
    }

    Shard shard() {
        return Shard.parse(history.start().path("shard").asText(Shard.WHOLE.toString()));
    }

    Optional<JsonNode> plan() {
        return history.plan();
    }

    /** How many forks its cells were planned to have. */
    int forks() {
        return plan().map(p -> p.path("forks").asInt()).orElse(0);
    }

    /** How many of a cell's forks are made in one round. */
    int launchesPerRound(Cell cell) {
        return Versus.of(history.began("options"))
                .map(v -> v.launchesPerRound(cell))
                .orElse(1);
    }

    /** What was typed, without the share. */
    ArrayNode argumentsOfTheWhole() {
        ArrayNode all = JSON.createArrayNode();
        history.start().path("arguments").forEach(argument -> {
            if (!argument.asText().startsWith("--shard=")) {
                all.add(argument);
            }
        });
        return all;
    }

    private Path launches() {
        return Path.of(RunFolder.LAUNCHES, "part-" + number);
    }

    /** What happened to its cells, with its launches where the whole has them. */
    List<ObjectNode> events() {
        return history.events().stream()
                .filter(e -> COPIED.contains(e.path("event").asText()))
                .map(this::relocated)
                .toList();
    }

    private ObjectNode relocated(JsonNode event) {
        ObjectNode copy = event.deepCopy();
        if (event.has("folder")) {
            Path below = Path.of(RunFolder.LAUNCHES)
                    .relativize(Path.of(event.path("folder").asText()));
            copy.put("folder", launches().resolve(below).toString());
        }
        if (event.path("file").isTextual() && !event.path("file").asText().isEmpty()) {
            Path below = Path.of(Distributions.FOLDER)
                    .relativize(Path.of(event.path("file").asText()));
            copy.put("file", distributions().resolve(below).toString());
        }
        return copy;
    }

    private Path distributions() {
        return Path.of(Distributions.FOLDER, "part-" + number);
    }

    /** Copies what its launches wrote. */
    void copyLaunches(Path out) throws IOException {
        copy(folder.resolve(RunFolder.LAUNCHES), out.resolve(launches()));
        if (Files.isDirectory(folder.resolve(Distributions.FOLDER))) {
            copy(folder.resolve(Distributions.FOLDER), out.resolve(distributions()));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.toList();
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file).toString());
            try {
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
            } catch (IOException e) {
                throw StorageException.of(copy, file.toFile().length(), e);
            }
        }
    }

    /** Adds its good cells' results, and the rows of all its launches; returns how its cells stand. */
    CellStates addTo(Results results, List<Path> rows) throws IOException {
        CellStates states = new CellStates(cells, history, false);
        for (Cell cell : cells) {
            for (History.Launch launch : history.launches(cell)) {
                rows.add(launch.folder().resolve(Results.ROWS));
                if (launch.result().isPresent() && states.failure(cell).isEmpty()) {
                    results.add(cell, launch.fork(), launch.result().get().read());
                }
            }
        }
        return states;
    }
}
