package dev.lockstep.harness.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheLineBounceTest {
    private static final long FOR_EVER = Long.MAX_VALUE / 2;
    private static final long SHORT = 1_000_000;
    private static final long MINUTE = 60_000_000_000L;

    /** Words of a page for two threads. */
    private static final int DECISION = 1;

    private static final int LINE_FROM_PLACE_0 = 4;

    private static final int CAME_AT_PLACE_0 = 6;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final AtomicReferenceArray<Thread> held = new AtomicReferenceArray<>(2);

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static CacheLineBounce place(SharedPage page, int place, int places, long wait) {
        return new CacheLineBounce(page, place, places, wait);
    }

    private static List<Double> readings(CacheLineBounce bounce) {
        return List.of(bounce.read(1), bounce.read(2), bounce.read(4));
    }

    private static SharedPage page(int places) {
        return SharedPage.ofThreads(CacheLineBounce.words(places));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void allThreadsGetTheSameReadings(int places) throws Exception {
        SharedPage page = page(places);
        List<Callable<List<Double>>> tasks = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            int place = i;
            tasks.add(() -> readings(new CacheLineBounce(page, place, places)));
        }
        List<Future<List<Double>>> all = threads.invokeAll(tasks);
        for (Future<List<Double>> each : all) {
            assertEquals(all.get(0).get(), each.get());
        }
        // On a busy machine they may not have settled, or one of them be late: for all alike.
        assertTrue(all.get(0).get().stream().allMatch(nanos -> nanos > 0 && nanos < 1e12 || nanos.isNaN()));
    }

    @Test
    void threadsBounceThroughAFileThatEachHasMapped() throws Exception {
        Path file = folder.resolve("page");
        SharedPage one = SharedPage.of(file, CacheLineBounce.words(2));
        SharedPage other = SharedPage.of(file, CacheLineBounce.words(2));
        assertEquals(one.nonce(), other.nonce());
        assertNotEquals(
                one.nonce(),
                SharedPage.of(folder.resolve("another"), CacheLineBounce.words(2))
                        .nonce());
        Files.delete(file);
        Future<List<Double>> second = threads.submit(() -> readings(place(other, 1, 2, FOR_EVER)));
        assertEquals(readings(place(one, 0, 2, FOR_EVER)), second.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whoComesLateFindsThatItIsOver(int early) throws Exception {
        SharedPage page = page(2);
        CacheLineBounce late = place(page, 1 - early, 2, FOR_EVER);
        CacheLineBounce first = place(page, early, 2, SHORT);
        assertEquals(Double.NaN, first.read(1));
        assertEquals(Double.NaN, late.read(1));
        // They meet again.
        Future<Double> next = threads.submit(() -> late.read(2));
        CacheLineBounce patient = place(page, early, 2, FOR_EVER);
        assertEquals(patient.read(2), next.get());
        assertFalse(patient.isAlone());
    }

    @Test
    void nobodyIsWaitedForWhoDoesNotComeThreeTimes() {
        SharedPage page = page(2);
        CacheLineBounce alone = place(page, 0, 2, SHORT);
        for (int i = 1; i <= 4; i++) {
            assertEquals(Double.NaN, alone.read(i));
        }
        assertEquals(3, page.get(CAME_AT_PLACE_0));
    }

    @Test
    void anInterruptEndsTheWaiting() throws Exception {
        SharedPage page = page(2);
        Future<Boolean> waiting = threads.submit(() -> {
            Thread.currentThread().interrupt();
            double reading = place(page, 0, 2, FOR_EVER).read(1);
            return Double.isNaN(reading) && Thread.interrupted();
        });
        assertTrue(waiting.get());
        assertEquals(Double.NaN, place(page, 1, 2, FOR_EVER).read(1));
    }

    /** It has come each time, and never takes part: after three readings it is not asked any more. */
    @Test
    void aThreadThatEndsInTheMiddleIsNotWaitedFor() {
        SharedPage page = page(2);
        CacheLineBounce left = place(page, 0, 2, SHORT);
        for (int i = 1; i <= 5; i++) {
            page.set(CAME_AT_PLACE_0 + 1, i);
            assertEquals(Double.NaN, left.read(i));
        }
        assertEquals(3, page.get(CAME_AT_PLACE_0));
        assertTrue(left.isAlone());
    }

    /** The reading goes on, as far as the first thread has said, but its token does not come. */
    @Test
    void whoGivesUpSaysNothingMore() {
        SharedPage page = page(2);
        page.set(DECISION, 4);
        assertEquals(Double.NaN, place(page, 1, 2, SHORT).read(1));
        assertEquals(5, page.get(DECISION));
        assertEquals(0, page.get(LINE_FROM_PLACE_0));
    }

    /** A reading that has not settled is none, and yet nobody is missed. */
    @Test
    void readingsThatHaveNotSettledAreNoMisses() throws Exception {
        SharedPage page = page(2);
        List<CacheLineBounce> both = List.of(place(page, 0, 2, FOR_EVER), place(page, 1, 2, FOR_EVER));
        List<Future<Boolean>> all = new ArrayList<>();
        for (CacheLineBounce one : both) {
            all.add(threads.submit(() -> {
                for (int i = 1; i <= 10; i++) {
                    one.read(i);
                }
                return one.isAlone();
            }));
        }
        for (Future<Boolean> each : all) {
            assertFalse(each.get());
        }
    }

    /** The same reading of both, who believe all that they read; the first place asks whether it is taken again. */
    private List<Future<Double>> hold(long waitNanos, long holdNanos, DoublePredicate elsewhere) {
        SharedPage page = page(2);
        List<Future<Double>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int place = i;
            CacheLineBounce bounce = new CacheLineBounce(page, place, 2, waitNanos, Settling.settled());
            both.add(threads.submit(() -> {
                held.set(place, Thread.currentThread());
                return bounce.read(1, holdNanos, elsewhere);
            }));
        }
        return both;
    }

    @Test
    @Timeout(50)
    void allWaitUntilOneReadingIsWhatIsWanted() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        List<Future<Double>> both = hold(FOR_EVER, MINUTE, nanos -> asked.incrementAndGet() < 3);
        assertTrue(both.get(0).get() > 0);
        assertEquals(both.get(0).get(), both.get(1).get());
        assertEquals(3, asked.get());
    }

    @Test
    @Timeout(50)
    void nobodyWaitsForLongerThanWasSaid() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        long start = System.nanoTime();
        List<Future<Double>> both = hold(FOR_EVER, 50 * SHORT, nanos -> asked.incrementAndGet() > 0);
        assertTrue(both.get(0).get() > 0);
        assertEquals(both.get(0).get(), both.get(1).get());
        assertTrue(System.nanoTime() - start >= 50 * SHORT);
        assertTrue(asked.get() > 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Timeout(50)
    void anInterruptEndsAHoldForAll(int interrupted) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        List<Future<Double>> both = hold(FOR_EVER, MINUTE, nanos -> {
            begun.countDown();
            return true;
        });
        begun.await();
        held.get(interrupted).interrupt();
        assertEquals(
                List.of(Double.NaN, Double.NaN),
                List.of(both.get(0).get(), both.get(1).get()));
    }

    /** It says nothing more, like a process that was killed. */
    @Test
    @Timeout(50)
    void whoDiesInAHoldIsNotWaitedFor() throws Exception {
        List<Future<Double>> both;
        do {
            both = hold(2000 * SHORT, MINUTE, nanos -> {
                throw new IllegalStateException("gone");
            });
            // No hold begins with a reading that is not believed, and nobody dies.
        } while (!hasThrown(both.get(0)));
        assertEquals(Double.NaN, both.get(1).get());
    }

    private static boolean hasThrown(Future<Double> one) throws InterruptedException {
        try {
            one.get();
            return false;
        } catch (ExecutionException e) {
            return true;
        }
    }

    @Test
    void neitherALinkNorAFolderIsAPage() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createFile(folder.resolve("file")));
        assertThrows(IOException.class, () -> SharedPage.of(link, 6));
        assertThrows(IOException.class, () -> SharedPage.of(folder, 6));
        assertThrows(IOException.class, () -> SharedPage.of(folder.resolve("missing/page"), 6));
    }

    @Test
    void aPageOfAnotherUserIsRefused() throws Exception {
        Path file = Files.createFile(folder.resolve("page"));
        List<String> command = new ArrayList<>(List.of("chown", "65534", file.toString()));
        if (!System.getProperty("user.name").equals("root")) {
            command.addAll(0, List.of("sudo", "-n"));
        }
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        IOException refused = assertThrows(IOException.class, () -> SharedPage.of(file, 6));
        assertTrue(refused.getMessage().contains("another user's") || refused instanceof AccessDeniedException);
    }
}
