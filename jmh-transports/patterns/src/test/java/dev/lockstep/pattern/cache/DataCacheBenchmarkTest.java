package dev.lockstep.pattern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.ThreadRanks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;

/** The benchmark's own methods, between ranks that are threads; the shared store is a process or two. */
@Tag("contracts")
@Timeout(180)
class DataCacheBenchmarkTest {
    @TempDir
    private Path scratch;

    /** More than there are files. */
    private static final IterationParams REQUESTS = requests(25);

    private static IterationParams requests(int many) {
        return new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, many);
    }

    private static DataCacheBenchmark benchmark(Consumer<DataCacheBenchmark> more) {
        DataCacheBenchmark benchmark = new DataCacheBenchmark();
        benchmark.bytes = 10_000;
        benchmark.store = "plain";
        more.accept(benchmark);
        return benchmark;
    }

    private static void run(int ranks, Consumer<DataCacheBenchmark> more) throws Exception {
        run(ranks, REQUESTS, more, (rank, benchmark) -> {});
    }

    /** What is looked at on a rank after each iteration. */
    private interface Look {
        void at(int rank, DataCacheBenchmark benchmark);
    }

    /** Two iterations, each of which is checked on every rank. */
    private static void run(int ranks, IterationParams requests, Consumer<DataCacheBenchmark> more, Look look)
            throws Exception {
        ThreadRanks.run(ranks, rank -> {
            DataCacheBenchmark benchmark = benchmark(more);
            benchmark.open(rank);
            for (int iteration = 0; iteration < 2; iteration++) {
                benchmark.fill(rank);
                benchmark.startTogether(rank, requests);
                for (int i = 0; i < requests.getBatchSize(); i++) {
                    benchmark.get(rank, new OpTimes());
                }
                benchmark.report(rank);
                benchmark.check(rank);
                look.at(rank.rank(), benchmark);
            }
            benchmark.close(rank);
        });
    }

    /** In the second iteration as in the first, though the first request for a file has moved it; and after set-up's own. */
    @ParameterizedTest
    @CsvSource({"memory, none", "disk, none", "remote, none", "disk, 0.5", "remote, 0.5"})
    void oneClientFindsEachFileInTheTierWhereItLiesAtTheStart(String tier, String load) throws Exception {
        run(
                2,
                requests(Corpus.FILES),
                benchmark -> {
                    benchmark.tier = tier;
                    benchmark.load = load;
                },
                (rank, benchmark) -> {
                    if (rank == 0) {
                        Counted counted = benchmark.counted;
                        assertThat(counted.requests()).isEqualTo(Corpus.FILES);
                        assertThat(
                                        switch (tier) {
                                            case "memory" -> counted.memoryHits();
                                            case "disk" -> counted.diskHits();
                                            default -> counted.remoteHits();
                                        })
                                .isEqualTo(Corpus.FILES);
                        assertThat(counted.storeReads()).isEqualTo(tier.equals("remote") ? Corpus.FILES : 0);
                    }
                });
    }

    /** Two clients of 20 requests sleep 19 times in full, so the bounds hold however fast or slow this machine is. */
    @ParameterizedTest
    @CsvSource({"cache", "direct", "bare"})
    void bandwidthIsWithoutSleepsAndTheAggregateRateWithThem(String read) throws Exception {
        run(
                3,
                requests(Corpus.FILES),
                benchmark -> {
                    benchmark.read = read;
                    benchmark.store = read.equals("bare") ? Cached.LINK : "plain";
                    benchmark.sleep = "1ms";
                },
                (rank, benchmark) -> {
                    Measures measures = benchmark.measures;
                    double most = 2 * Corpus.FILES * 10_000 * 8 / (19 * 1e3);
                    assertThat(measures.aggregate()).isPositive().isLessThanOrEqualTo(most);
                    assertThat(measures.bandwidth()).isGreaterThan(measures.aggregate());
                    assertThat(measures.load()).isPositive().isLessThan(2);
                });
    }

    /** In Mbit/s: 1 kB in 8 us and 3 kB in 12 us; they wait for half and for three quarters of their time. */
    @Test
    void measuresAreAddedUp() {
        Measures measures = Measures.of(
                List.of(
                        Measures.Part.NONE.text(),
                        new Measures.Part(1000, 8_000, 16_000).text(),
                        new Measures.Part(3000, 12_000, 16_000).text()),
                2);
        assertThat(measures).isEqualTo(new Measures(3000, 2000, 0.625));
    }

    @ParameterizedTest
    @CsvSource({
        "2, 1, cache, memory",
        "3, 1, cache, disk",
        "4, 1, cache, remote",
        "5, 1, cache, memory",
        "4, 2, cache, memory",
        "5, 2, cache, disk",
        "5, 2, cache, remote",
        "2, 1, direct, memory",
        "3, 1, direct, memory",
        "5, 2, direct, memory"
    })
    void clientsGetWhatTheFilesHave(int ranks, int groups, String read, String tier) throws Exception {
        run(ranks, benchmark -> {
            benchmark.groups = groups;
            benchmark.read = read;
            benchmark.tier = tier;
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "4, 2"})
    void clientsReadTheFilesThemselves(int ranks, int groups) throws Exception {
        run(ranks, benchmark -> {
            benchmark.groups = groups;
            benchmark.read = "bare";
            benchmark.store = Cached.LINK;
        });
    }

    /** Memory has room for 3 of the 20 files, the disk for 5; and then for none. */
    @ParameterizedTest
    @CsvSource({"lru, 30000:50000, memory", "fifo, 30k:50k, disk", "lru, 0:20000, disk", "fifo, 0:0, remote"})
    void filesThatDoNotAllFitAreGotAllTheSame(String eviction, String capacity, String tier) throws Exception {
        run(3, benchmark -> {
            benchmark.eviction = eviction;
            benchmark.capacity = capacity;
            benchmark.tier = tier;
        });
    }

    @ParameterizedTest
    @CsvSource({"cache", "direct"})
    void overALinkAndWithSleeps(String read) throws Exception {
        run(3, benchmark -> {
            benchmark.read = read;
            benchmark.tier = read.equals("cache") ? "remote" : Cached.MEMORY;
            benchmark.store = "1gbit:delay=100us";
            benchmark.sleep = "100us";
        });
    }

    /**
     * A request to the store is two questions, each with its answer, and takes 20 ms; so with two clients and a load of 1 each
     * sleeps as long as that, and waits for half of its time. A slow machine makes both longer.
     */
    @ParameterizedTest
    @CsvSource({"cache, 3, 1", "direct, 4, 2", "cache, 6, 2"})
    void aLoadChoosesTheSleepAndIsReached(String read, int ranks, int groups) throws Exception {
        run(
                ranks,
                requests(5),
                benchmark -> {
                    benchmark.read = read;
                    benchmark.groups = groups;
                    benchmark.tier = read.equals("cache") ? "remote" : "memory";
                    benchmark.capacity = read.equals("cache") ? "0:0" : "all";
                    benchmark.store = "1gbit:delay=5ms";
                    benchmark.load = "1";
                },
                (rank, benchmark) -> {
                    assertThat(benchmark.aloneNanos).isGreaterThanOrEqualTo(20e6);
                    assertThat(benchmark.pauseNanos).isEqualTo(Math.round(benchmark.aloneNanos));
                    assertThat(benchmark.measures.load()).isBetween(0.25, 2.0);
                });
    }

    @Test
    void aLoadThatSoFewClientsCannotMakeIsRefused() throws Exception {
        Collection<Exception> failures = ThreadRanks.failures(
                2, rank -> benchmark(some -> some.load = "1.5").open(rank));
        assertThat(failures)
                .hasSize(2)
                .allSatisfy(e -> assertThat(e)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("load=1.5 takes as many clients or more, and here are 1: take more --ranks, or less"
                                + " load"));
    }

    @Test
    void groupsThatWouldHaveNoClientAreRefused() throws Exception {
        Collection<Exception> failures = ThreadRanks.failures(
                3, rank -> benchmark(some -> some.groups = 2).open(rank));
        assertThat(failures)
                .hasSize(3)
                .allSatisfy(e -> assertThat(e)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("take --ranks 4 or more, not 3"));
    }

    @Test
    void whoHasGotNothingFailsItsSelfCheck() throws Exception {
        Collection<Exception> failures = ThreadRanks.failures(2, rank -> {
            DataCacheBenchmark benchmark = benchmark(some -> {
                some.read = "bare";
                some.store = Cached.LINK;
            });
            benchmark.open(rank);
            benchmark.fill(rank);
            try {
                benchmark.check(rank);
            } finally {
                benchmark.close(rank);
            }
        });
        assertThat(failures)
                .singleElement()
                .satisfies(e -> assertThat(e).hasMessage("file-00 has 10000 bytes, and -1 have come"));
    }

    /** However small it is: nothing that a buffer had before is taken for it, and no other file. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 100_000})
    void whatIsNotTheFileFailsItsCheck(int bytes) throws IOException {
        Corpus corpus = new Corpus(bytes);
        corpus.write(scratch);
        for (int file = 0; file < Corpus.FILES; file++) {
            ByteBuffer read = ByteBuffer.wrap(
                    Files.readAllBytes(scratch.resolve(corpus.names().get(file))));
            corpus.require(file, read, bytes);
            int other = (file + 1) % Corpus.FILES;
            assertThatIllegalStateException().isThrownBy(() -> corpus.require(other, read, bytes));
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> corpus.require(0, ByteBuffer.allocate(bytes), bytes))
                .withMessageContaining("the CRC-32 of file-00 should be");
    }

    /** Where a launch has no folder of its own, as here; after set-up that has failed, too. */
    @Test
    void nothingIsLeftInTheFolderForTemporaryFiles() throws Exception {
        Set<Path> before = left();
        run(2, benchmark -> {});
        assertThat(left()).isEqualTo(before);
        Cached.Plan plan = Cached.plan(params("bytes", "10000", "store", "plain"));
        ThreadRanks.run(2, rank -> {
            Exception why = new IllegalStateException("set-up has failed");
            new Member(rank, plan, new Corpus(10_000)).abandon(why);
            assertThat(why.getSuppressed()).isEmpty();
        });
        assertThat(left()).isEqualTo(before);
    }

    private static Set<Path> left() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith("lockstep-cache-"))
                    .collect(Collectors.toSet());
        }
    }

    private static Map<String, String> params(String... changed) {
        Map<String, String> all = new TreeMap<>(Map.of(
                "comm", "local",
                "read", "cache",
                "bytes", "1000000",
                "groups", "1",
                "sleep", "0ms",
                "load", "none",
                "tier", "memory",
                "eviction", "lru",
                "capacity", "all",
                "store", "1gbit:delay=1ms"));
        for (int i = 0; i < changed.length; i += 2) {
            all.put(changed[i], changed[i + 1]);
        }
        return all;
    }

    private static String remedy(int threads, String... changed) {
        return new Cached().obstacle(params(changed), threads).orElseThrow().remedy();
    }

    @Test
    void whatDoesNotGoTogetherIsSaid() {
        Cached rule = new Cached();
        assertThat(rule.obstacle(params(), 1)).isEmpty();
        assertThat(remedy(2)).contains("--threads 1");
        assertThat(remedy(1, "load", "0.6", "sleep", "10ms")).isEqualTo("take sleep=0ms with it");
        assertThat(remedy(1, "capacity", "900k:5m")).contains("tier=remote");
        assertThat(remedy(1, "capacity", "5m:900k", "tier", "disk")).contains("larger capacity");
        assertThat(rule.obstacle(params("capacity", "900k:5m", "tier", "disk"), 1))
                .isEmpty();
        assertThat(remedy(1, "load", "0.6", "read", "bare")).isEqualTo("take sleep with it, or read=cache,direct");
        assertThat(remedy(1, "capacity", "0:0", "tier", "disk", "read", "direct"))
                .isEqualTo("take capacity=all, tier=memory with it");
        assertThat(remedy(1, "store", "plain", "eviction", "fifo", "read", "bare"))
                .isEqualTo("take eviction=lru, store=1gbit:delay=1ms with it");
        assertThat(rule.obstacle(params("store", "plain", "load", "0.6", "read", "direct"), 1))
                .isEmpty();
        assertThat(rule.obstacle(params("sleep", "1ms", "read", "bare"), 1)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "read, often",
        "bytes, 0",
        "groups, none",
        "sleep, 5",
        "sleep, 5min",
        "load, 0",
        "load, much",
        "tier, tape",
        "eviction, random",
        "capacity, 5m",
        "capacity, 5m:8t",
        "store, fast"
    })
    void whatDoesNotExistIsRefused(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Cached().obstacle(params(name, value), 1))
                .withMessageContaining(value);
    }

    /** Of the first rank: the 20 files in shared memory, what its tiers hold of them, and three that are on their way. */
    @Test
    void memoryIsThatOfTheServerAndTheFiles() {
        DataCacheBenchmark benchmark = new DataCacheBenchmark();
        assertThat(benchmark.memory(params(), 4)).isEqualTo(43_000_000);
        assertThat(benchmark.memory(params("capacity", "5000000:2000000"), 4)).isEqualTo(30_000_000);
        assertThat(benchmark.memory(params("bytes", "100000000"), 4)).isEqualTo(4_200_000_000L + (16 << 20));
        assertThat(benchmark.memory(params("read", "direct"), 4)).isEqualTo(21_000_000);
    }
}
