package dev.lockstep.pattern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import dev.lockstep.pattern.cache.CacheException.Reason;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that die, disks that are full, and stores that fail. */
@Tag("faults")
@Timeout(120)
class CacheFaultsTest {
    private static final long ROOM = 8 << 20;
    private static final int LARGE = 1 << 20;
    private static final DataCache.Limits PATIENT = DataCache.Limits.DEFAULT;

    /** Longer than anything here takes that is not meant to wait in vain. */
    private static final DataCache.Limits IMPATIENT =
            new DataCache.Limits(LARGE / 4, Duration.ofSeconds(3), 3, Duration.ZERO);

    @TempDir
    private Path scratch;

    private final Shelves store = new Shelves();

    /** One says nothing more, another takes nothing of what it has asked for; a third, as patient as the server, gets all. */
    @Test
    void aClientThatDiesIsGivenUpAndTheOthersAreServed() throws Exception {
        byte[] contents = store.put("a", LARGE, 1);
        try (Group group = new Group(4, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, IMPATIENT)) {
            FutureTask<Void> serving = Group.serve(server);
            ask(group.comm(1), Protocol.SIZE, 0, "a");
            ask(group.comm(2), Protocol.CONTENTS, LARGE, "a");
            FutureTask<Void> third = Group.start(() -> {
                // The one in front of it takes nothing for as long as the server is patient.
                CacheClient client = new CacheClient(group.comm(3), IMPATIENT);
                for (int i = 0; i < 5; i++) {
                    assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(contents));
                }
                client.leave();
                return null;
            });
            third.get();
            serving.get();
            // One that is slow may have been given up besides, and served again.
            assertThat(server.counted().lost()).isGreaterThanOrEqualTo(2);
            // Who was given up is not waited for.
            FutureTask<Void> again = Group.serve(server);
            CacheClient client = new CacheClient(group.comm(3), IMPATIENT);
            client.leave();
            again.get();
        }
    }

    private static void ask(Communicator comm, byte wanted, int size, String name) throws CacheException {
        ByteBuffer request = Protocol.request(comm);
        Protocol.ask(request, wanted, size, name);
        comm.send(request, Protocol.SERVER, Protocol.REQUEST);
    }

    @Test
    void aServerThatDiesIsAnErrorWithItsName() throws Exception {
        store.put("a", 10, 1);
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, IMPATIENT)) {
            group.run(
                    server,
                    IMPATIENT,
                    client -> assertThat(client.get("a").remaining()).isEqualTo(10));
            CacheClient client = new CacheClient(group.comm(1), IMPATIENT);
            assertThatExceptionOfType(CacheException.class)
                    .isThrownBy(() -> client.get("a"))
                    .withMessage("the server of the cache, rank 0 of the group, has not answered for 6000 ms")
                    .extracting(CacheException::reason)
                    .isEqualTo(Reason.LOST);
            assertThatExceptionOfType(CacheException.class)
                    .isThrownBy(() -> client.get("a", ByteBuffer.allocate(10)))
                    .withMessageContaining("was lost before");
            assertThatExceptionOfType(CacheException.class)
                    .isThrownBy(client::leave)
                    .withMessageContaining("was lost before");
        }
    }

    /** As where the library ends what waits: both sides say so, however patient they are. */
    @Test
    void aLibraryThatFailsEndsBothSides() throws Exception {
        store.put("a", 10, 1);
        CountDownLatch reading = new CountDownLatch(1);
        try (Group group = new Group(3, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, PATIENT)) {
            store.beforeRead = name -> reading.countDown();
            FutureTask<Void> serving = Group.serve(server);
            FutureTask<ByteBuffer> first = Group.start(() -> new CacheClient(group.comm(1), PATIENT).get("a"));
            reading.await();
            first.get();
            group.world.abort("a rank is gone");
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(serving::get)
                    .withCauseInstanceOf(CommunicationException.class);
            CacheClient client = new CacheClient(group.comm(2), PATIENT);
            assertThatExceptionOfType(CacheException.class)
                    .isThrownBy(() -> client.get("a"))
                    .withMessageContaining("rank 0 of the group, cannot be reached")
                    .withMessageContaining("a rank is gone")
                    .extracting(CacheException::reason)
                    .isEqualTo(Reason.LOST);
        }
    }

    /** What the kernel says of a full disk: the first file that goes there, whose name is 0, is /dev/full. */
    @Test
    void aFullDiskIsGivenUpAndFilesAreServedAllTheSame() throws Exception {
        byte[] first = store.put("a", 1000, 1);
        byte[] second = store.put("b", 1000, 2);
        for (long memory : new long[] {1000, 0}) {
            try (Group group = new Group(2, scratch);
                    CacheServer server = group.server(store, memory, ROOM, PATIENT)) {
                Files.createSymbolicLink(group.disk.resolve("0"), Path.of("/dev/full"));
                group.run(server, PATIENT, client -> {
                    for (int i = 0; i < 3; i++) {
                        assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(first));
                        assertThat(client.get("b")).isEqualTo(ByteBuffer.wrap(second));
                    }
                });
                Counted counted = server.counted();
                assertThat(counted.warnings()).isEqualTo(1);
                assertThat(counted.diskHits()).isZero();
                assertThat(counted.remoteHits()).isEqualTo(6);
                assertThat(server.warning())
                        .hasValueSatisfying(why -> assertThat(why)
                                .startsWith("the local disk at " + group.disk + " is given up: ")
                                .contains("No space left on device"));
                assertThat(group.disk).isEmptyDirectory();
            }
        }
    }

    /** Somebody has cleaned up there. */
    @Test
    void aFileThatTheLocalDiskHasLostIsReadFromTheStore() throws Exception {
        byte[] contents = store.put("a", 1000, 1);
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, ROOM, ROOM, PATIENT)) {
            server.place("a", Tier.DISK);
            Files.delete(group.disk.resolve("0"));
            server.counted();
            group.run(server, PATIENT, client -> assertThat(client.get("a")).isEqualTo(ByteBuffer.wrap(contents)));
            Counted counted = server.counted();
            assertThat(counted.warnings()).isEqualTo(1);
            assertThat(counted.storeReads()).isEqualTo(1);
            assertThat(server.warning()).isEmpty();
        }
    }

    /** In the middle of a file, too; the reason reaches the client, and what lies in memory is served. */
    @Test
    void aStoreThatFailsIsSaidWithItsReason() throws Exception {
        byte[] kept = store.put("kept", 1000, 1);
        store.put("a", LARGE, 2);
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, 1000, 0, IMPATIENT)) {
            server.index(List.of("a", "kept"));
            server.place("kept", Tier.MEMORY);
            int[] reads = new int[1];
            store.beforeRead = name -> {
                if (++reads[0] % 3 == 0) {
                    throw Shelves.failure("the store is on fire");
                }
            };
            group.run(server, IMPATIENT, client -> {
                for (int i = 0; i < 2; i++) {
                    assertThatIsOnFire(() -> client.get("a"));
                    assertThat(client.get("kept")).isEqualTo(ByteBuffer.wrap(kept));
                }
                store.beforeRead = name -> {};
                assertThat(client.get("a").remaining()).isEqualTo(LARGE);
            });
        }
    }

    /** Each is told once, though both take turns, and of that file alone. */
    @Test
    void twoClientsOfAFileThatCannotBeReadAreBothToldWhy() throws Exception {
        store.put("a", 1000, 1);
        store.put("b", 2000, 2);
        store.beforeRead = name -> {
            throw Shelves.failure("the store is on fire");
        };
        try (Group group = new Group(3, scratch);
                CacheServer server = group.server(store, ROOM, 0, PATIENT)) {
            FutureTask<Void> serving = Group.serve(server);
            Communicator one = group.comm(1);
            Communicator other = group.comm(2);
            assertThat(size(one, "a")).isEqualTo(1000);
            assertThat(size(other, "a")).isEqualTo(1000);
            assertThat(contents(one)).isEqualTo(Protocol.AGAIN);
            assertThat(contents(other)).isEqualTo(Protocol.AGAIN);
            assertThatIsOnFire(() -> size(one, "a"));
            assertThatIsOnFire(() -> size(other, "a"));
            assertThat(size(one, "a")).isEqualTo(1000);
            assertThat(contents(one)).isEqualTo(Protocol.AGAIN);
            assertThat(size(one, "b")).isEqualTo(2000);
            assertThat(size(one, "a")).isEqualTo(1000);
            for (Communicator each : List.of(one, other)) {
                CacheClient client = new CacheClient(each, PATIENT);
                assertThatIsOnFire(() -> client.get("a"));
                client.leave();
            }
            serving.get();
        }
    }

    private static void assertThatIsOnFire(ThrowingCallable getting) {
        assertThatExceptionOfType(CacheException.class)
                .isThrownBy(getting)
                .withMessage("the store is on fire")
                .extracting(CacheException::reason)
                .isEqualTo(Reason.FAILED);
    }

    private static int size(Communicator comm, String name) throws CacheException {
        ask(comm, Protocol.SIZE, 0, name);
        ByteBuffer answer = Protocol.answer(comm);
        Status status = new Status();
        comm.recv(answer, Protocol.SERVER, Protocol.ANSWER, status);
        return Protocol.size(answer.limit(status.bytes()));
    }

    /** The tag of what comes first. */
    private static int contents(Communicator comm) throws CacheException {
        ask(comm, Protocol.CONTENTS, 1000, "a");
        Status status = new Status();
        comm.recv(comm.allocate(1000), Protocol.SERVER, Communicator.ANY_TAG, status);
        return status.tag();
    }

    /** Sizes are believed for a moment alone, and a store that is gone has none; what has changed is not served from memory. */
    @Test
    void aStoreThatIsGoneLeavesWhatLiesInMemory() throws Exception {
        byte[] kept = store.put("kept", 1000, 1);
        store.put("a", 1000, 2);
        DataCache.Limits limits = new DataCache.Limits(LARGE, Duration.ZERO, 3, Duration.ofNanos(1));
        try (Group group = new Group(2, scratch);
                CacheServer server = group.server(store, 1000, 0, limits)) {
            server.index(List.of("a", "kept"));
            server.place("kept", Tier.MEMORY);
            store.beforeOpen = name -> {
                throw Shelves.failure("the store is on fire");
            };
            group.run(server, limits, client -> {
                for (int i = 0; i < 2; i++) {
                    assertThat(client.get("kept")).isEqualTo(ByteBuffer.wrap(kept));
                    assertThatIsOnFire(() -> client.get("a"));
                }
                store.beforeOpen = name -> {};
                byte[] now = store.put("kept", 1000, 3);
                assertThat(client.get("kept")).isEqualTo(ByteBuffer.wrap(now));
            });
        }
    }

    /** An answer that nobody has asked for is no answer to what comes next. */
    @Test
    void whatAServerSendsOutOfTurnIsAnErrorWithItsName() throws Exception {
        try (Group group = new Group(2, scratch)) {
            Communicator server = group.comm(0);
            server.send(server.allocate(4), 1, Protocol.AGAIN);
            assertThatExceptionOfType(CacheException.class)
                    .isThrownBy(() -> new CacheClient(group.comm(1), PATIENT).get("a"))
                    .withMessageContaining("has sent 4 bytes that nobody has asked for")
                    .extracting(CacheException::reason)
                    .isEqualTo(Reason.LOST);
        }
    }
}
