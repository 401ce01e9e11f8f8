package dev.lockstep.comm.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ThreadsWorldTest {
    /** A world of one rank that writes down what ends it. */
    private record Noted(int rank, List<String> notes) implements World {
        @Override
        public int size() {
            return 3;
        }

        @Override
        public List<Integer> localRanks() {
            return List.of(rank);
        }

        @Override
        public Communicator communicator(int of, int index) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String library() {
            return "none";
        }

        @Override
        public String threadLevel() {
            return "MULTIPLE";
        }

        @Override
        public void abort(String reason) {
            notes.add(rank + " is aborted: " + reason);
        }

        @Override
        public void close() {
            notes.add(rank + " is closed");
        }
    }

    @Test
    void ranksFailTogetherAndWhatHasOpenedIsClosed() {
        IllegalStateException broken = new IllegalStateException("rank 2 is broken");
        CountDownLatch opened = new CountDownLatch(1);
        List<String> notes = new CopyOnWriteArrayList<>();
        assertThatThrownBy(() -> new ThreadsWorld(new WorldOptions(3, 1), (options, peers) -> switch (peers.rank()) {
                    case 0 -> {
                        peers.allGather("ports", new byte[1]);
                        throw new AssertionError("rank 2 tells nothing");
                    }
                    case 1 -> {
                        opened.countDown();
                        yield new Noted(1, notes);
                    }
                    default -> {
                        await(opened);
                        throw broken;
                    }
                }))
                .isInstanceOf(CommunicationException.class)
                .hasMessage("rank 2 is broken")
                .hasCause(broken);
        assertThat(notes).containsExactly("1 is aborted: rank 2 is broken", "1 is closed");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theFolderOfTheLaunchIsThatOfAllRanks() {
        Path folder = Path.of("shared");
        WorldOptions launched = new WorldOptions(3, 1).with(new Board(1, Optional.of(folder)).peers(0));
        List<Optional<Path>> folders = new CopyOnWriteArrayList<>();
        new ThreadsWorld(launched, (options, peers) -> {
                    folders.add(peers.folder());
                    return new Noted(peers.rank(), new CopyOnWriteArrayList<>());
                })
                .close();
        assertThat(folders).hasSize(3).containsOnly(Optional.of(folder));
    }
}
