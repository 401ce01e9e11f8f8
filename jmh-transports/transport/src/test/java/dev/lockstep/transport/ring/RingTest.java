package dev.lockstep.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RingTest {
    private static final int LARGEST = 5000;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(Layout.bytes(LARGEST) + 63)
            .alignedSlice(64)
            .limit(Layout.bytes(LARGEST))
            .slice();
    private final RingWriter writer = new RingWriter(memory);
    private final RingReader reader = new RingReader(memory);
    private final ByteBuffer out = ByteBuffer.allocate(LARGEST);
    private final ByteBuffer in = ByteBuffer.allocateDirect(LARGEST);

    /** Contents that would pass for headers of any lap, were one looked for where none is. */
    @Test
    void contentsNeverPassForHeaders() {
        Random random = new Random(1);
        ArrayDeque<int[]> under = new ArrayDeque<>();
        int written = 0;
        for (int step = 0; step < 400_000; step++) {
            if (random.nextInt(100) < 52) {
                int length = random.nextInt(step % 7 == 0 ? LARGEST + 1 : 200);
                fill(length, written);
                if (writer.write(out.limit(length).position(0))) {
                    under.add(new int[] {length, written++});
                }
            } else {
                int length = reader.ready();
                int[] expected = under.poll();
                if (expected == null) {
                    assertThat(length).isEqualTo(RingReader.NOTHING);
                } else {
                    assertThat(length).isEqualTo(expected[0]);
                    reader.read(length, in.clear());
                    fill(length, expected[1]);
                    assertThat(in.limit(length)).isEqualTo(out.limit(length).position(0));
                }
            }
        }
        assertThat(written).isGreaterThan(100_000);
    }

    /** Each word is a header of one of the first laps, with a small length. */
    private void fill(int length, int number) {
        out.clear().order(ByteOrder.nativeOrder());
        for (int i = 0; i < length && i + 8 <= LARGEST; i += 8) {
            out.putLong(i, (long) (1 + number % 50) << 32 | i % 100);
        }
    }

    @Test
    void whatIsClaimedMovesWithTheCommit() {
        assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
        ByteBuffer claimed = writer.claim(3);
        claimed.put(claimed.position(), (byte) 7);
        assertThat(reader.ready()).isEqualTo(RingReader.NOTHING);
        writer.commit();
        assertThat(reader.ready()).isEqualTo(3);
        ByteBuffer view = reader.view(3);
        assertThat(view.remaining()).isEqualTo(3);
        assertThat(view.get(view.position())).isEqualTo((byte) 7);
        assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFullRingRefusesAndGoesOnWhenThereIsRoom() {
        int count = 0;
        while (writer.write(out.limit(LARGEST).position(0))) {
            count++;
        }
        assertThat(count).isGreaterThanOrEqualTo(2);
        assertThat(writer.claim(LARGEST)).isNull();
        for (int i = 0; i < count; i++) {
            reader.read(reader.ready(), in.clear());
        }
        assertThat(writer.isRead()).isTrue();
        assertThat(writer.write(out)).isTrue();
    }

    @Test
    void memoryThatSomeoneElseHasWrittenToIsNoticed() {
        memory.putLong(Layout.RECORDS, 0x1234_5678_9abcL);
        assertThatThrownBy(reader::ready)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("someone else");
    }
}
