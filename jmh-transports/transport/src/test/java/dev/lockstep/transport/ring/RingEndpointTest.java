package dev.lockstep.transport.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens in a moment that no clause of the contract is sure to meet. */
class RingEndpointTest {
    private static final int LARGEST = 64;

    /** A harbour where somebody arrives at a given moment. */
    private static class Moment implements Harbour {
        private final List<RingLink> waiting = new ArrayList<>();
        private final RingLink link = new RingLink(memory(), memory(), () -> {});
        private long arrived;

        private static ByteBuffer memory() {
            int bytes = Layout.bytes(LARGEST);
            return ByteBuffer.allocateDirect(bytes + 63)
                    .alignedSlice(64)
                    .limit(bytes)
                    .slice();
        }

        void arrive() {
            waiting.add(link);
            arrived++;
        }

        /** Whether who has connected is told, on both ways. */
        boolean isTold() {
            return new RingWriter(link.messages()).isReaderClosed() && new RingReader(link.answers()).isOver();
        }

        @Override
        public String address() {
            return "here";
        }

        @Override
        public long arrived() {
            return arrived;
        }

        @Override
        public List<RingLink> arrivals() throws IOException {
            List<RingLink> all = List.copyOf(waiting);
            waiting.clear();
            return all;
        }

        @Override
        public RingLink connect(String address) throws IOException {
            throw new IOException("nobody is there");
        }

        @Override
        public void refuse() {}

        @Override
        public void close() {}
    }

    @Test
    void whoConnectsInTheLastMomentIsTurnedAway() throws IOException {
        Moment harbour = new Moment() {
            @Override
            public void refuse() {
                arrive();
            }
        };
        RingEndpoint endpoint = new RingEndpoint(harbour, LARGEST, Waiting.PARK);
        endpoint.close();
        assertThat(harbour.isTold()).isTrue();
    }

    @Test
    void whoIsLetInWhileAnotherThreadClosesIsTurnedAway() throws IOException {
        RingEndpoint[] endpoint = new RingEndpoint[1];
        Moment harbour = new Moment() {
            @Override
            public List<RingLink> arrivals() throws IOException {
                List<RingLink> all = super.arrivals();
                endpoint[0].close();
                return all;
            }
        };
        endpoint[0] = new RingEndpoint(harbour, LARGEST, Waiting.PARK);
        harbour.arrive();
        assertThatThrownBy(() -> endpoint[0].receive(ByteBuffer.allocate(LARGEST), 0))
                .isInstanceOf(IOException.class);
        assertThat(harbour.isTold()).isTrue();
    }

    /** That one cannot be let in, because there is no descriptor, is told once; it is let in when there is. */
    @Test
    void whoCouldNotBeLetInIsLetInLater() throws IOException {
        Moment harbour = new Moment() {
            private int failed;

            @Override
            public List<RingLink> arrivals() throws IOException {
                if (failed++ < 2) {
                    throw new IOException("too many open files");
                }
                return super.arrivals();
            }
        };
        RingEndpoint endpoint = new RingEndpoint(harbour, LARGEST, Waiting.YIELD);
        harbour.arrive();
        new RingWriter(harbour.link.messages()).write(ByteBuffer.allocate(7));
        ByteBuffer in = ByteBuffer.allocate(LARGEST);
        assertThatThrownBy(() -> endpoint.receive(in, 0)).hasMessage("too many open files");
        assertThat(endpoint.receive(in, TimeUnit.SECONDS.toNanos(60))).isEqualTo(7);
    }

    /** A round of sleep is 50 microseconds and more: after 256 of them six milliseconds have gone. */
    @ParameterizedTest
    @EnumSource
    void timeIsLookedAtWhereRoundsAreLong(Waiting waiting) throws IOException {
        Patience patience = new Patience(waiting);
        patience.begin();
        int rounds = 1;
        while (patience.goOn(1)) {
            rounds++;
        }
        assertThat(rounds).isLessThanOrEqualTo(waiting == Waiting.SPIN ? 256 : 65);
    }
}
