package dev.lockstep.harness.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is to be met is waited for as long as it takes; who is not to come, for a moment. */
class CacheLineBounceTest {
    private static final long FOR_EVER = Long.MAX_VALUE / 2;
    private static final long SHORT = 1_000_000;

    /** Words of a page for two threads. */
    private static final int DECISION = 1;

    private static final int LINE_FROM_PLACE_0 = 4;
    private static final int CAME_AT_PLACE_0 = 6;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @TempDir
    private Path folder;

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static CacheLineBounce place(SharedPage page, int place, long wait) {
        return new CacheLineBounce(page, place, 2, wait);
    }

    private static SharedPage page() {
        return SharedPage.ofThreads(CacheLineBounce.words(2));
    }

    /** What each of some threads says, by its place. */
    private <T> List<T> all(int places, Function<Integer, T> body) throws Exception {
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            int place = i;
            futures.add(threads.submit(() -> body.apply(place)));
        }
        List<T> all = new ArrayList<>();
        for (Future<T> future : futures) {
            all.add(future.get());
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void eachThreadReadsItsWayToTheNext(int places) throws Exception {
        SharedPage page = SharedPage.ofThreads(CacheLineBounce.words(places));
        List<Double> all =
                all(places, place -> new CacheLineBounce(page, place, places, FOR_EVER, Settling.settled()).read(1));
        assertThat(all).allMatch(nanos -> nanos > 0);
    }

    /** Of which the first ones have not settled, where the machine is busy: they are none, and yet nobody is missed. */
    @Test
    void threadsBounceThroughAFileThatEachHasMapped() throws Exception {
        Path file = folder.resolve("page");
        List<SharedPage> mapped =
                List.of(SharedPage.of(file, CacheLineBounce.words(2)), SharedPage.of(file, CacheLineBounce.words(2)));
        assertThat(mapped.get(0).nonce())
                .isEqualTo(mapped.get(1).nonce())
                .isNotEqualTo(SharedPage.of(folder.resolve("another"), CacheLineBounce.words(2))
                        .nonce());
        Files.delete(file);
        List<List<Double>> readings = all(2, place -> {
            CacheLineBounce bounce = place(mapped.get(place), place, FOR_EVER);
            List<Double> all = List.of(bounce.read(1), bounce.read(2), bounce.read(4), bounce.read(5), bounce.read(6));
            assertThat(bounce.isAlone()).isFalse();
            return all;
        });
        assertThat(readings.get(0).stream().map(nanos -> nanos.isNaN()).toList())
                .isEqualTo(readings.get(1).stream().map(nanos -> nanos.isNaN()).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whoComesLateFindsThatItIsOverAndTheyMeetAgain(int early) throws Exception {
        SharedPage page = page();
        CacheLineBounce late = place(page, 1 - early, FOR_EVER);
        assertThat(place(page, early, SHORT).read(1)).isNaN();
        assertThat(late.read(1)).isNaN();
        CacheLineBounce patient = place(page, early, FOR_EVER);
        List<Double> next = all(2, place -> (place == early ? patient : late).read(2));
        assertThat(next.get(0).isNaN()).isEqualTo(next.get(1).isNaN());
        assertThat(patient.isAlone()).isFalse();
    }

    /** Or comes, but never takes part. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nobodyIsWaitedForWhoDoesNotComeThreeTimes(boolean comes) {
        SharedPage page = page();
        CacheLineBounce alone = place(page, 0, SHORT);
        for (int i = 1; i <= 5; i++) {
            page.set(CAME_AT_PLACE_0 + 1, comes ? i : 0);
            assertThat(alone.read(i)).isNaN();
        }
        assertThat(page.get(CAME_AT_PLACE_0)).isEqualTo(3);
        assertThat(alone.isAlone()).isTrue();
    }

    @Test
    void anInterruptEndsTheWaiting() throws Exception {
        SharedPage page = page();
        Future<Boolean> waiting = threads.submit(() -> {
            Thread.currentThread().interrupt();
            double reading = place(page, 0, FOR_EVER).read(1);
            return Double.isNaN(reading) && Thread.interrupted();
        });
        assertThat(waiting.get()).isTrue();
        assertThat(place(page, 1, FOR_EVER).read(1)).isNaN();
    }

    /** The reading goes on, as far as the first thread has said, but its token does not come. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoGivesUpSaysNothingMore(boolean interrupted) throws Exception {
        SharedPage page = page();
        page.set(DECISION, 4);
        Future<Double> reading = threads.submit(() -> {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return place(page, 1, interrupted ? FOR_EVER : SHORT).read(1);
        });
        assertThat(reading.get()).isNaN();
        assertThat(page.get(DECISION)).isEqualTo(5);
        assertThat(page.get(LINE_FROM_PLACE_0)).isZero();
    }

    @Test
    void neitherALinkNorAFolderNorAnotherUsersFileIsAPage() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Files.createFile(folder.resolve("file")));
        for (Path none : List.of(link, folder, folder.resolve("missing/page"))) {
            assertThatThrownBy(() -> SharedPage.of(none, 6)).isInstanceOf(IOException.class);
        }
        Path file = Files.createFile(folder.resolve("page"));
        List<String> command = new ArrayList<>(List.of("chown", "65534", file.toString()));
        if (!System.getProperty("user.name").equals("root")) {
            command.addAll(0, List.of("sudo", "-n"));
        }
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        assertThatThrownBy(() -> SharedPage.of(file, 6))
                .satisfiesAnyOf(
                        refused -> assertThat(refused).hasMessageContaining("another user's"),
                        refused -> assertThat(refused).isInstanceOf(AccessDeniedException.class));
    }
}
