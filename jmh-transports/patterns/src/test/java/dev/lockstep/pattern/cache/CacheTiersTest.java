package dev.lockstep.pattern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Where files lie, beside a model that has lists and adds up. */
@Timeout(120)
class CacheTiersTest {
    private static final int FILES = 20;
    private static final int PART = 700;
    private static final int REQUESTS = 400;

    @TempDir
    private Path scratch;

    private Group group;
    private final Shelves store = new Shelves();
    private final List<byte[]> contents = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        group = new Group(1, scratch);
    }

    @AfterEach
    void close() {
        group.close();
    }

    private DiskTier disk;

    private Tiers tiers(Eviction eviction, long memory, long onDisk) throws IOException {
        disk = new DiskTier(group.disk, new Shelf(onDisk, eviction));
        return new Tiers(store, new Buffers(group.comm(0)), new Shelf(memory, eviction), disk, PART, 0);
    }

    private void fill(int... sizes) {
        for (int file = 0; file < sizes.length; file++) {
            contents.add(store.put(name(file), sizes[file], file));
        }
    }

    private static int[] equal(int bytes) {
        return IntStream.range(0, FILES).map(file -> bytes).toArray();
    }

    private static String name(int file) {
        return "file-" + file;
    }

    /** Asks for a file, as a client does, and compares it. */
    private void get(Tiers tiers, int file) throws IOException {
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        tiers.pass(entry(tiers, file), part -> {
            assertThat(part.remaining()).isBetween(1, PART);
            byte[] bytes = new byte[part.remaining()];
            part.duplicate().get(bytes);
            got.writeBytes(bytes);
            return true;
        });
        assertThat(got.toByteArray()).isEqualTo(contents.get(file));
    }

    private static Entry entry(Tiers tiers, int file) throws IOException {
        return tiers.find(ByteBuffer.wrap(name(file).getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Tier> where(Tiers tiers) throws IOException {
        List<Tier> all = new ArrayList<>();
        for (int file = 0; file < FILES; file++) {
            all.add(entry(tiers, file).tier);
        }
        return all;
    }

    private long filesOnDisk() throws IOException {
        try (Stream<Path> all = Files.list(group.disk)) {
            return all.count();
        }
    }

    /** The order in a tier is that of a list, and what is used is added up. */
    private static final class Model {
        private final boolean lru;
        private final long memoryBytes;
        private final long diskBytes;
        private final int[] sizes;
        private final List<Integer> memory = new ArrayList<>();
        private final List<Integer> disk = new ArrayList<>();
        private final int[] hits = new int[3];
        private int memoryEvictions;
        private int diskEvictions;

        Model(Eviction eviction, long memoryBytes, long diskBytes, int... sizes) {
            lru = eviction == Eviction.LRU;
            this.memoryBytes = memoryBytes;
            this.diskBytes = diskBytes;
            this.sizes = sizes;
        }

        private long sum(List<Integer> files) {
            return files.stream().mapToLong(file -> sizes[file]).sum();
        }

        private void touch(List<Integer> files, Integer file) {
            if (lru) {
                files.remove(file);
                files.add(file);
            }
        }

        void get(Integer file) {
            if (memory.contains(file)) {
                hits[0]++;
                touch(memory, file);
            } else if (disk.contains(file) && sizes[file] > memoryBytes) {
                hits[1]++;
                touch(disk, file);
            } else if (disk.remove(file)) {
                hits[1]++;
                toMemory(file);
            } else {
                hits[2]++;
                if (sizes[file] <= memoryBytes) {
                    toMemory(file);
                } else if (sizes[file] <= diskBytes) {
                    toDisk(file);
                }
            }
        }

        private void toMemory(Integer file) {
            while (sum(memory) + sizes[file] > memoryBytes) {
                Integer first = memory.remove(0);
                memoryEvictions++;
                if (sizes[first] <= diskBytes) {
                    toDisk(first);
                }
            }
            memory.add(file);
        }

        private void toDisk(Integer file) {
            while (sum(disk) + sizes[file] > diskBytes) {
                disk.remove(0);
                diskEvictions++;
            }
            disk.add(file);
        }

        List<Tier> where() {
            return IntStream.range(0, FILES)
                    .mapToObj(
                            file -> memory.contains(file) ? Tier.MEMORY : disk.contains(file) ? Tier.DISK : Tier.REMOTE)
                    .toList();
        }
    }

    /** Bytes of memory and disk; files have 1 to 3,000, so some are larger than a tier. */
    @ParameterizedTest
    @CsvSource({
        "LRU, 8000, 12000",
        "FIFO, 8000, 12000",
        "LRU, 2000, 2500",
        "FIFO, 2000, 2500",
        "LRU, 0, 9000",
        "FIFO, 0, 9000",
        "LRU, 9000, 0",
        "FIFO, 9000, 0",
        "LRU, 1500, 9000",
        "FIFO, 9000, 1500",
        "LRU, 0, 0",
        "FIFO, 100000, 0"
    })
    void randomRequestsFindFilesWhereTheModelSays(Eviction eviction, long memory, long onDisk) throws IOException {
        Random random = new Random(memory + 31 * onDisk);
        int[] sizes =
                IntStream.range(0, FILES).map(file -> 1 + random.nextInt(3000)).toArray();
        fill(sizes);
        Tiers tiers = tiers(eviction, memory, onDisk);
        Model model = new Model(eviction, memory, onDisk, sizes);
        for (int i = 0; i < REQUESTS; i++) {
            // Some are asked for more often.
            int file = Math.min(random.nextInt(FILES), random.nextInt(FILES));
            get(tiers, file);
            model.get(file);
            assertThat(where(tiers))
                    .as("after request %s, for file %s", i, file)
                    .isEqualTo(model.where());
        }
        assertThat(filesOnDisk()).isEqualTo(model.disk.size());
        assertThat(tiers.takeHits(Tier.MEMORY)).isEqualTo(model.hits[0]);
        assertThat(tiers.takeHits(Tier.DISK)).isEqualTo(model.hits[1]);
        assertThat(tiers.takeHits(Tier.REMOTE)).isEqualTo(model.hits[2]);
        assertThat(tiers.takeStoreReads()).isEqualTo(model.hits[2]).isEqualTo(store.reads.get());
        assertThat(tiers.takeEvictions()).isEqualTo(model.memoryEvictions);
        assertThat(disk.takeEvictions()).isEqualTo(model.diskEvictions);
        assertThat(tiers.takeHits(Tier.REMOTE)).as("taken").isZero();
    }

    /** Memory has room for 5 of the 20 files, the disk for 8: by the time that one comes again it is gone. */
    @ParameterizedTest
    @EnumSource
    void twentyFilesInTurnAreTooManyForThirteenPlaces(Eviction eviction) throws IOException {
        fill(equal(1000));
        Tiers tiers = tiers(eviction, 5_000, 8_999);
        for (int i = 0; i < 3 * FILES; i++) {
            get(tiers, i % FILES);
        }
        assertThat(tiers.takeHits(Tier.REMOTE)).isEqualTo(60);
        assertThat(tiers.takeHits(Tier.MEMORY) + tiers.takeHits(Tier.DISK)).isZero();
        assertThat(tiers.takeEvictions()).isEqualTo(55);
        assertThat(disk.takeEvictions()).isEqualTo(47);
        assertThat(where(tiers).subList(0, 7)).containsOnly(Tier.REMOTE);
        assertThat(where(tiers).subList(7, 15)).containsOnly(Tier.DISK);
        assertThat(where(tiers).subList(15, 20)).containsOnly(Tier.MEMORY);
    }

    /** The first file is asked for in between: by LRU it stays, by FIFO it leaves for the disk. */
    @ParameterizedTest
    @CsvSource({"LRU, MEMORY, DISK", "FIFO, DISK, MEMORY"})
    void whatIsUsedStaysByLruAlone(Eviction eviction, Tier first, Tier second) throws IOException {
        fill(equal(1000));
        Tiers tiers = tiers(eviction, 2_000, 2_000);
        for (int file : new int[] {0, 1, 0, 2}) {
            get(tiers, file);
        }
        assertThat(where(tiers).subList(0, 2)).containsExactly(first, second);
    }

    @Test
    void filesAreWhereTheyArePut() throws IOException {
        fill(equal(1000));
        Tiers tiers = tiers(Eviction.FIFO, 1_000, 2_000);
        for (Tier tier : Tier.values()) {
            tiers.place(name(0), tier);
            assertThat(entry(tiers, 0).tier).isEqualTo(tier);
        }
        tiers.place(name(1), Tier.MEMORY);
        tiers.place(name(2), Tier.MEMORY);
        assertThat(where(tiers).subList(0, 3)).containsExactly(Tier.REMOTE, Tier.DISK, Tier.MEMORY);
        get(tiers, 1);
        assertThat(tiers.takeHits(Tier.DISK)).isEqualTo(1);
        store.put("large", 1_500, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tiers.place("large", Tier.MEMORY))
                .withMessage("large has 1500 bytes, and tier MEMORY has no room for it");
        assertThatExceptionOfType(CacheException.class)
                .isThrownBy(() -> tiers.place("none", Tier.DISK))
                .withMessage("there is no file none");
    }

    /** As before each iteration of the benchmark: whatever was asked for since, and from the store only what lies nowhere else. */
    @ParameterizedTest
    @CsvSource({
        "LRU, MEMORY, 20000, 20000, 20",
        "FIFO, DISK, 20000, 20000, 20",
        "LRU, REMOTE, 20000, 20000, 20",
        "LRU, MEMORY, 5000, 8000, 60",
        "FIFO, DISK, 5000, 8000, 60"
    })
    void filesThatArePutAgainLieAsBefore(Eviction eviction, Tier tier, long memory, long onDisk, int reads)
            throws IOException {
        fill(equal(1000));
        Tiers tiers = tiers(eviction, memory, onDisk);
        List<Tier> first = List.of();
        for (int round = 0; round < 3; round++) {
            for (int file = 0; file < FILES; file++) {
                tiers.place(name(file), tier);
            }
            List<Tier> now = where(tiers);
            assertThat(now).isEqualTo(round == 0 ? now : first);
            first = now;
            get(tiers, FILES - 1 - round);
        }
        assertThat(first.get(FILES - 1)).isEqualTo(tier);
        assertThat(store.reads.get()).isLessThanOrEqualTo(reads);
    }

    /** What nobody wants any more is not read to its end, unless the disk keeps it. */
    @ParameterizedTest
    @CsvSource({"0, 1, REMOTE", "5000, 5, DISK"})
    void whoWantsNoMoreStopsReading(long onDisk, int reads, Tier after) throws IOException {
        fill(3_500);
        Tiers tiers = tiers(Eviction.LRU, 0, onDisk);
        List<Integer> offsets = new ArrayList<>();
        store.beforeRead = name -> offsets.add(0);
        Entry entry = tiers.look(name(0));
        tiers.pass(entry, part -> false);
        assertThat(offsets).hasSize(reads);
        assertThat(entry.tier).isEqualTo(after);
    }
}
