package dev.lockstep.collectives.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.spi.Availability;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransportProviderTest {
    private static CommunicatorProvider of(String text) {
        return Communicators.discover().require(text);
    }

    @Test
    void optionsOfTheTransportStandBesideItsOwn() {
        assertThat(of("transport").name()).isEqualTo("transport");
        assertThat(of("transport:via=inproc").name()).isEqualTo("transport");
        assertThat(of("transport:via=shm").name()).isEqualTo("transport:via=shm");
        assertThat(of("transport:wait=yield:via=shm").name()).isEqualTo("transport:via=shm:wait=yield");
        assertThat(of("transport:via=shm:timeout=5").options()).containsEntry("timeout", "5");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> of("transport:via=pigeons")).hasMessageContaining("pigeons", "shm");
        assertThatThrownBy(() -> of("transport:via=shm:noDelay=true"))
                .hasMessageContaining("has no option 'noDelay'; there are flat, timeout, via, wait");
        assertThatThrownBy(() -> of("transport:timeout=soon")).hasMessageContaining("'soon'; it can be a number");
        assertThat(of("transport:via=shm:wait=never").availability()).isInstanceOf(Availability.Unavailable.class);
        assertThat(of("transport:via=communicator").availability()).isInstanceOf(Availability.Unavailable.class);
    }

    @Test
    void transportsThatItCannotGoOverAreLeftOutWithTheReason() {
        assertThat(unavailable("clashing"))
                .isEqualTo("transport clashing has options that have the names of the communicator's own: timeout");
        assertThat(unavailable("clashing:timeout=5")).endsWith("the communicator's own: timeout");
        assertThat(unavailable("fake:as=endless"))
                .startsWith("transport fake:as=endless cannot be polled")
                .endsWith("TIMEOUT");
        assertThat(of("transport:via=fake:as=stuck").availability()).isInstanceOf(Availability.Available.class);
    }

    private static String unavailable(String transport) {
        return ((Availability.Unavailable) of("transport:via=" + transport).availability()).reason();
    }

    @Test
    void ranksAreThreadsWhereTheTransportGoesNoFurther() {
        assertThat(of("transport").ranksAreThreads()).isTrue();
        assertThat(of("transport:via=shm").ranksAreThreads()).isFalse();
    }

    @Test
    void elementsAreSummed() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (World world = of("transport").open(new WorldOptions(3, 1))) {
            List<Future<Integer>> sums = IntStream.range(0, 3)
                    .mapToObj(rank -> threads.submit(() -> sum(world.communicator(rank, 0))))
                    .toList();
            for (Future<Integer> sum : sums) {
                assertThat(sum.get()).isEqualTo(1 + 2 + 3);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int sum(Communicator comm) {
        ByteBuffer mine = comm.allocate(Integer.BYTES).putInt(0, comm.rank() + 1);
        ByteBuffer all = comm.allocate(Integer.BYTES);
        comm.allReduce(mine, all, Datatype.INT, ReduceOp.SUM);
        return all.getInt(0);
    }
}
