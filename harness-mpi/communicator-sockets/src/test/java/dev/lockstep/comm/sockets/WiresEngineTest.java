package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.support.Board;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WiresEngineTest {
    @Test
    void processesTellEachOtherCardsOfAnyLength() {
        int[] lengths = {0, 4096, 4097, 10_000};
        Board board = new Board(lengths.length);
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
}
