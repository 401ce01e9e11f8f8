package dev.lockstep.pattern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lockstep.comm.Communicator;
import dev.lockstep.pattern.cache.CacheException.Reason;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server and its clients, between ranks that are threads. */
@Timeout(120)
class DataCacheTest {
    private static final int PART = 1000;
    private static final long ROOM = 1 << 20;
    private static final DataCache.Limits LIMITS = limits(Duration.ZERO, Duration.ZERO);

    @TempDir
    private Path scratch;

    private final Shelves store = new Shelves();

    private static DataCache.Limits limits(Duration patience, Duration fresh) {
        return new DataCache.Limits(PART, patience, 3, fresh);
    }

    private static Reason reason(ThrowingCallable getting) {
        CacheException[] thrown = new CacheException[1];
        assertThatExceptionOfType(CacheException.class).isThrownBy(getting).satisfies(e -> thrown[0] = e);
        return thrown[0].reason();
    }

    /** Without patience by blocking calls, with it by others. */
    @ParameterizedTest
    @ValueSource(ints = {0, 60})
    void filesComeWholeHoweverManyPartsTheyHave(int patience) throws Exception {
        DataCache.Limits limits = limits(Duration.ofSeconds(patience), Duration.ZERO);
        int[] sizes = {0, 1, 999, 1000, 1001, 2500, 100_000};
        List<byte[]> contents = new ArrayList<>();
        for (int size : sizes) {
            contents.add(store.put("é-" + size, size, size));
        }
        for (long room : new long[] {ROOM, 2000, 0}) {
            try (Group group = new Group(3, scratch);
                    CacheServer server = group.server(store, room, room / 2, limits)) {
                group.run(server, limits, client -> {
                    ByteBuffer into = ByteBuffer.allocateDirect(100_010).position(5);
                    for (int i = 0; i < sizes.length; i++) {
                        ByteBuffer expected = ByteBuffer.wrap(contents.get(i));
                        assertThat(client.get("é-" + sizes[i])).isEqualTo(expected);
                        assertThat(client.get("é-" + sizes[i], into)).isEqualTo(sizes[i]);
                        assertThat(into.position()).isEqualTo(5);
                        assertThat(into.limit()).isEqualTo(100_010);
                        assertThat(into.slice(5, sizes[i])).isEqualTo(expected);
                    }
                });
                assertThat(server.counted().requests())
                        .as("but for the empty one")
                        .isEqualTo(24);
            }
        }
    }

    @Test
    void whatCannotBeHadIsSaidAndTheServerGoesOn() throws Exception {
        store.put("a", 10, 1);
        FolderStore folder = new FolderStore(scratch);
        Store both = new Store() {
            @Override
            public StoredFile open(String name) throws CacheException {
                return name.contains("/") ? folder.open(name) : store.open(name);
            }

            @Override
            public void close() {}
        };
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(both, ROOM, ROOM, LIMITS)) {
            assertThat(reason(() -> server.index(List.of("a", "none")))).isEqualTo(Reason.MISSING);
            group.run(server, LIMITS, client -> {
                assertThat(reason(() -> client.get("none"))).isEqualTo(Reason.MISSING);
                assertThat(reason(() -> client.get("../a"))).isEqualTo(Reason.REFUSED);
                assertThat(reason(() -> client.get("/etc/passwd"))).isEqualTo(Reason.REFUSED);
                assertThat(reason(() -> client.get("x".repeat(2000)))).isEqualTo(Reason.REFUSED);
                assertThat(reason(() -> client.get("é".repeat(600)))).isEqualTo(Reason.REFUSED);
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> client.get("a", ByteBuffer.allocate(9)))
                        .withMessage("a has 10 bytes, and the buffer has room for 9");
                assertThat(client.get("a").remaining()).isEqualTo(10);
            });
        }
    }

    @Test
    void severalFirstRequestsForAFileReadItOnce() throws Exception {
        byte[] contents = store.put("a", 5000, 1);
        CountDownLatch asking = new CountDownLatch(4);
        store.beforeRead = name -> await(asking);
        try (Group group = new Group(5, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, LIMITS)) {
            group.run(server, LIMITS, client -> {
                asking.countDown();
                assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(contents));
            });
            assertThat(store.reads).hasValue(1);
            Counted counted = server.counted();
            assertThat(counted.storeReads()).isEqualTo(1);
            assertThat(counted.remoteHits()).isEqualTo(1);
            assertThat(counted.memoryHits()).isEqualTo(3);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Three ask before the server begins, and leave once all have their answers. */
    @Test
    void requestsThatWaitAreCounted() throws Exception {
        store.put("a", 10, 1);
        try (Group group = new Group(4, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, LIMITS)) {
            CountDownLatch asked = new CountDownLatch(3);
            CountDownLatch answered = new CountDownLatch(3);
            List<FutureTask<Integer>> clients = new ArrayList<>();
            for (int rank = 1; rank < 4; rank++) {
                Communicator comm = group.comm(rank);
                clients.add(Group.start(() -> {
                    ByteBuffer request = Protocol.request(comm);
                    Protocol.ask(request, Protocol.SIZE, 0, "a");
                    comm.send(request, Protocol.SERVER, Protocol.REQUEST);
                    asked.countDown();
                    ByteBuffer answer = Protocol.answer(comm);
                    comm.recv(answer, Protocol.SERVER, Protocol.ANSWER);
                    answered.countDown();
                    await(answered);
                    Protocol.ask(request, Protocol.LEAVE, 0, "");
                    comm.send(request, Protocol.SERVER, Protocol.REQUEST);
                    return Protocol.size(answer);
                }));
            }
            await(asked);
            server.serve();
            for (FutureTask<Integer> client : clients) {
                assertThat(client.get()).isEqualTo(10);
            }
            Counted counted = server.counted();
            assertThat(counted.longestQueue()).isEqualTo(2);
            assertThat(counted.meanQueue()).isEqualTo(1.0);
            assertThat(server.counted().longestQueue()).as("taken").isZero();
        }
    }

    /** Two requests and a goodbye, all of which have come before the first is taken. */
    @Test
    void goodbyesThatWaitAreNoRequests() throws Exception {
        try (Group group = new Group(4, scratch)) {
            byte[] wanted = {Protocol.LEAVE, Protocol.SIZE, Protocol.SIZE};
            for (int rank = 1; rank < 4; rank++) {
                ByteBuffer request = Protocol.request(group.comm(rank));
                Protocol.ask(request, wanted[rank - 1], 0, "a");
                group.comm(rank).send(request, Protocol.SERVER, Protocol.REQUEST);
            }
            Inbox inbox = new Inbox(group.comm(0));
            for (int i = 0; i < 3; i++) {
                inbox.take();
            }
            assertThat(inbox.takeLongest()).isEqualTo(1);
            assertThat(inbox.takeMean()).isEqualTo(0.5);
        }
    }

    /** One client has left twice before the other has once. */
    @Test
    void whoIsAheadIsServed() throws Exception {
        store.put("a", 10, 1);
        try (Group group = new Group(3, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, LIMITS)) {
            CountDownLatch ahead = new CountDownLatch(1);
            FutureTask<?>[] clients = new FutureTask<?>[2];
            for (int i = 0; i < 2; i++) {
                int me = i + 1;
                clients[i] = Group.start(() -> {
                    CacheClient client = new CacheClient(group.comm(me), LIMITS);
                    if (me == 2) {
                        await(ahead);
                    }
                    for (int serving = 0; serving < 3; serving++) {
                        assertThat(client.get("a").remaining()).isEqualTo(10);
                        client.leave();
                        if (me == 1 && serving == 1) {
                            ahead.countDown();
                        }
                    }
                    return null;
                });
            }
            for (int serving = 0; serving < 3; serving++) {
                server.serve();
            }
            clients[0].get();
            clients[1].get();
            assertThat(server.counted().requests()).isEqualTo(6);
        }
    }

    /** Five ranks are groups of three and of two, and each has a store of its own. */
    @Test
    void oneGroupNeverHearsAnother() throws Exception {
        try (Group group = new Group(5, scratch)) {
            List<FutureTask<Long>> ranks = new ArrayList<>();
            for (int rank = 0; rank < 5; rank++) {
                int me = rank;
                ranks.add(Group.start(() -> {
                    int color = me < 3 ? 0 : 1;
                    Shelves own = new Shelves();
                    byte[] contents = own.put("a", 3000 + color, color);
                    try (Communicator ours = DataCache.group(group.comm(me), 2)) {
                        assertThat(ours.size()).isEqualTo(3 - color);
                        if (ours.rank() == 0) {
                            Path disk = Files.createDirectories(scratch.resolve("disk-" + color));
                            DataCache.Capacity capacity = new DataCache.Capacity(ROOM, ROOM, disk, Eviction.FIFO);
                            try (CacheServer server = new CacheServer(ours, own, capacity, LIMITS)) {
                                server.serve();
                                return server.counted().requests();
                            }
                        }
                        CacheClient client = new CacheClient(ours, LIMITS);
                        for (int i = 0; i < 50; i++) {
                            assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(contents));
                        }
                        client.leave();
                        return 0L;
                    }
                }));
            }
            long[] requests = new long[5];
            for (int rank = 0; rank < 5; rank++) {
                requests[rank] = ranks.get(rank).get();
            }
            assertThat(requests).containsExactly(100, 0, 0, 50, 0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DataCache.group(group.comm(0), 3))
                    .withMessage("each of groups=3 has a server and a client: take --ranks 6 or more, not 5");
        }
    }

    /** A file grows before each of its parts is read: in memory, and where it is passed on. */
    @ParameterizedTest
    @ValueSource(longs = {ROOM, 0})
    void aFileThatGrowsIsAskedForAgainAFewTimes(long room) throws Exception {
        store.put("a", 1500, 1);
        AtomicInteger times = new AtomicInteger();
        AtomicInteger changes = new AtomicInteger(Integer.MAX_VALUE);
        store.beforeRead = name -> {
            if (times.getAndIncrement() < changes.get()) {
                store.put("a", store.files.get("a").length + 1, 2);
            }
        };
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, room, room, LIMITS)) {
            group.run(server, LIMITS, client -> {
                assertThatExceptionOfType(CacheException.class)
                        .isThrownBy(() -> client.get("a"))
                        .withMessage("a has changed each of 3 times that it was asked for");
                changes.set(times.get() + 2);
                assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(store.files.get("a")));
            });
        }
        assertThat(store.files.get("a")).hasSize(1505);
    }

    /** A file that shrinks or is gone in the middle of its parts. */
    @Test
    void aFileThatIsGoneInTheMiddleIsMissing() throws Exception {
        store.put("a", 1500, 1);
        AtomicInteger times = new AtomicInteger();
        store.beforeRead = name -> {
            if (times.incrementAndGet() == 2) {
                store.files.remove("a");
            }
        };
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, 0, 0, LIMITS)) {
            group.run(server, LIMITS, client -> {
                assertThat(reason(() -> client.get("a"))).isEqualTo(Reason.MISSING);
                store.put("a", 20, 1);
                assertThat(client.get("a").remaining()).isEqualTo(20);
            });
        }
    }

    /** What lies in memory is believed until the index is brought up to date, or for as long as a size is fresh. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatHasChangedInTheStoreIsReadAnew(boolean freshForAMoment) throws Exception {
        byte[] old = store.put("a", 1500, 1);
        DataCache.Limits limits = limits(Duration.ZERO, freshForAMoment ? Duration.ofNanos(1) : Duration.ZERO);
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, limits)) {
            server.index(List.of("a"));
            server.place("a", Tier.MEMORY);
            byte[] now = store.put("a", 1500, 2);
            byte[] expected = freshForAMoment ? now : old;
            group.run(server, limits, client -> assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(expected)));
            server.index(List.of("a"));
            server.counted();
            group.run(server, limits, client -> assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(now)));
            assertThat(server.counted().storeReads()).isEqualTo(freshForAMoment ? 0 : 1);
        }
    }

    @Test
    void limitsThatCannotBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataCache.Limits(0, Duration.ZERO, 1, Duration.ZERO))
                .withMessageContaining("a part has 1 byte or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DataCache.Capacity(-1, 0, scratch, Eviction.FIFO))
                .withMessageContaining("not -1 and 0");
    }
}
