package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.Requests;
import dev.lockstep.comm.spi.Peers;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.support.Abort;
import dev.lockstep.comm.support.Board;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
class WiresEngineTest {
    private static final int TAG = 3;

    @Test
    void processesTellEachOtherCardsOfAnyLength() {
        int[] lengths = {0, 4096, 4097, 10_000};
        Board board = new Board(lengths.length, Optional.empty());
        List<List<byte[]>> all = OneJvm.atOnce(IntStream.range(0, lengths.length)
                .<Callable<List<byte[]>>>mapToObj(
                        rank -> () -> WiresEngine.cards(board.peers(rank), card(rank, lengths[rank])))
                .toList());
        assertThat(all).hasSize(lengths.length).allSatisfy(cards -> {
            for (int rank = 0; rank < lengths.length; rank++) {
                assertThat(cards.get(rank)).isEqualTo(card(rank, lengths[rank]));
            }
        });
    }

    private static byte[] card(int rank, int length) {
        byte[] card = new byte[length];
        Arrays.fill(card, (byte) (rank + 1));
        return card;
    }

    /** The way to a process that takes what is sent to it, until it has gone, and says goodbye or nothing. */
    private static final class Mortal implements Wires, Wires.Wire {
        private boolean gone;
        private Optional<ByteBuffer> lastWord = Optional.empty();

        @Override
        public byte[] listen(List<InetAddress> addresses) {
            return new byte[0];
        }

        @Override
        public void connect(List<byte[]> cards) {}

        @Override
        public Wire to(int other) {
            return this;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            if (gone) {
                throw new IOException("it has ended");
            }
            bytes.position(bytes.limit());
        }

        @Override
        public int read(Taker taker) throws IOException {
            if (lastWord.isEmpty()) {
                return 0;
            }
            taker.take(lastWord.get());
            lastWord = Optional.empty();
            return 1;
        }

        @Override
        public void close() {}
    }

    /** Another process, which does not exist. */
    private static final class Two implements Peers {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public List<InetAddress> addresses() {
            return Collections.nCopies(2, InetAddress.getLoopbackAddress());
        }

        @Override
        public List<byte[]> allGather(String name, byte[] mine) {
            return List.of(mine, mine);
        }
    }

    static Stream<Consumer<Communicator>> loops() {
        return Stream.of(comm -> Requests.waitAny(new Request[] {comm.iRecv(comm.allocate(8), 1, TAG)}, null), comm -> {
            while (!comm.iProbe(1, TAG, null)) {
                Thread.onSpinWait();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("loops")
    void loopsOfTestsLearnThatAPeerIsGone(Consumer<Communicator> loop) {
        Mortal wires = new Mortal();
        try (World world = Wires.world(
                "mortal", Map.of(), 0, new WorldOptions(2, 1), new Two(), wires, ProcessCommunicator::new)) {
            Communicator comm = world.communicator(0, 0);
            assertThat(comm.iProbe(1, TAG, null)).isFalse();
            wires.gone = true;
            assertThatThrownBy(() -> loop.accept(comm))
                    .isInstanceOf(CommunicationException.class)
                    .hasMessage("rank 1 is gone: it has ended");
        }
    }

    @Test
    void whoHasSaidGoodbyeIsNotLostWhenItCannotBeGreeted() throws IOException {
        Mortal wires = new Mortal();
        Abort abort = new Abort();
        try (WiresEngine engine = new WiresEngine(0, 2, wires, abort)) {
            engine.move();
            wires.gone = true;
            wires.lastWord = Optional.of(ByteBuffer.allocate(Frame.HEADER).putInt(0, Frame.GOODBYE));
            assertThatCode(engine::greet).doesNotThrowAnyException();
            assertThat(abort.reason()).isNull();
        }
    }
}
