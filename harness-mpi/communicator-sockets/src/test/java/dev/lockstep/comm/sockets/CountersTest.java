package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Request;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.comm.testkit.RanksTogether;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What options do to progress, as its counters tell it. */
@Timeout(60)
class CountersTest {
    private static final int TAG = 3;
    private static final int TESTS = 100;

    /** One end of each idle connection is selected from, so eight add eight lookups to each call, not sixteen. */
    @ParameterizedTest
    @CsvSource({
        "push:writeInterest=always, 1",
        "push:writeInterest=queued, 0",
        "push:writeInterest=always:idle=8, 9",
        "push:writeInterest=queued:idle=8, 0",
        "pull:writeInterest=always, 1",
        "pull:writeInterest=queued, 0",
        "pull:writeInterest=always:idle=8, 9",
        "pull:writeInterest=queued:idle=8, 0"
    })
    void lookupsOfEachCallWhileNothingComes(String provider, int lookups) {
        try (World world = new RanksTogether(OneJvm.provider(provider + ":counters=on")).open(new WorldOptions(2, 1))) {
            Communicator zero = world.communicator(0, 0);
            Communicator one = world.communicator(1, 0);
            // Then they are connected, and nothing waits to leave.
            exchange(one, 1, zero, zero.iRecv(zero.allocate(8), 1, TAG));
            exchange(zero, 2, one, one.iRecv(one.allocate(8), 0, TAG));

            ByteBuffer message = zero.allocate(8);
            Request receiving = zero.iRecv(message, 1, TAG);
            long calls = counted(zero, "progress.calls");
            long before = counted(zero, "progress.lookups");
            long inVain = counted(zero, "progress.lookups-in-vain");
            for (int i = 0; i < TESTS; i++) {
                assertThat(receiving.test()).isFalse();
            }
            assertThat(counted(zero, "progress.calls") - calls).isEqualTo(TESTS);
            assertThat(counted(zero, "progress.lookups") - before).isEqualTo(TESTS * lookups);
            assertThat(counted(zero, "progress.lookups-in-vain") - inVain).isEqualTo(TESTS * lookups);

            exchange(one, 3, zero, receiving);
            assertThat(message.getLong(0)).isEqualTo(3);
        }
    }

    private static void exchange(Communicator from, long value, Communicator to, Request receiving) {
        Request sending = from.iSend(from.allocate(8).putLong(0, value), to.rank(), TAG);
        long begun = System.nanoTime();
        while (!receiving.test()) {
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(30));
            ((ProcessCommunicator) from).world().engine().tryProgress();
        }
        sending.await();
    }

    private static long counted(Communicator comm, String name) {
        return ((ProcessCommunicator) comm)
                .world().counters().stream()
                        .filter(counter -> counter.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .count()
                        .getAsLong();
    }
}
