package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.lockstep.comm.CommunicationException;
import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Datatype;
import dev.lockstep.comm.ReduceOp;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large messages at once, other ways to wait, waits that are interrupted, options, and no garbage. */
@Timeout(60)
class SocketsTest {
    private static final int TAG = 3;
    private static final int LARGEST = 16 << 20;
    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(strings = {"push", "push:writeInterest=queued", "pull", "pull:writeInterest=queued"})
    void twoSendTheLargestToEachOtherAtOnce(String provider) {
        OneJvm.run(provider, 2, comm -> {
            ByteBuffer out = comm.allocate(LARGEST).put(LARGEST - 1, (byte) (comm.rank() + 1));
            ByteBuffer in = comm.allocate(LARGEST);
            comm.send(out, 1 - comm.rank(), TAG);
            comm.recv(in, 1 - comm.rank(), TAG);
            assertThat(in.get(LARGEST - 1)).isEqualTo((byte) (2 - comm.rank()));
            comm.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "push:progress=yield",
                "push:progress=spin",
                "pull:progress=20us",
                "pull:idle=64",
                "push:idle=64:writeInterest=queued"
            })
    void otherWaysToWait(String provider) {
        OneJvm.run(provider, 3, comm -> {
            ByteBuffer sum = comm.allocate(Long.BYTES);
            for (int i = 0; i < 20; i++) {
                comm.allReduce(comm.allocate(Long.BYTES).putLong(0, i), sum, Datatype.LONG, ReduceOp.SUM);
                assertThat(sum.getLong(0)).isEqualTo(3L * i);
            }
        });
    }

    /** Nothing but that wait is lost: sockets stay open. */
    @ParameterizedTest
    @ValueSource(strings = {"push", "pull"})
    void aWaitThatIsInterrupted(String provider) {
        OneJvm.run(provider, 2, comm -> {
            Communicator other = comm.duplicate();
            if (comm.rank() == 0) {
                Thread waiting = Thread.currentThread();
                Thread interrupting = new Thread(() -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(200);
                    } catch (InterruptedException e) {
                        return;
                    }
                    waiting.interrupt();
                });
                interrupting.start();
                assertThatThrownBy(() -> comm.recv(comm.allocate(8), 1, TAG))
                        .isInstanceOf(CommunicationException.class)
                        .hasMessageContaining("was interrupted");
                assertThat(Thread.interrupted()).isTrue();
            }
            ByteBuffer sum = other.allocate(Integer.BYTES);
            other.allReduce(other.allocate(Integer.BYTES).putInt(0, 4), sum, Datatype.INT, ReduceOp.SUM);
            assertThat(sum.getInt(0)).isEqualTo(8);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"push", "push:writeInterest=queued", "pull:log=16", "pull:log=16:writeInterest=queued"})
    void noGarbage(String provider) {
        OneJvm.run(provider, 2, comm -> {
            ByteBuffer message = comm.allocate(64);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                pingPong(comm, message);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least / ROUNDS).as("bytes for each round trip").isZero();
            comm.barrier();
        });
    }

    private static void pingPong(Communicator comm, ByteBuffer message) {
        for (int i = 0; i < ROUNDS; i++) {
            if (comm.rank() == 0) {
                comm.send(message, 1, TAG);
                comm.recv(message, 1, TAG);
            } else {
                comm.recv(message, 0, TAG);
                comm.send(message, 0, TAG);
            }
        }
    }

    @Test
    void optionsThatCannotBe() {
        assertThatThrownBy(() -> OneJvm.provider("push:writeInterest=never"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option writeInterest is 'never'; it can be always, queued");
        assertThatThrownBy(() -> OneJvm.provider("push:progress=5ms"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("option progress is '5ms'; it can be auto, spin, yield, or a time such as 10us");
        assertThatThrownBy(() -> OneJvm.provider("pull:log=much"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("option log is 'much'; it can be a number from 0 to ");
        assertThatThrownBy(() -> OneJvm.provider("push:log=1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "communicator push has no option 'log'; there are counters, idle, progress, timeout, writeInterest");
        assertThat(OneJvm.provider("push:writeInterest=queued:idle=0").name()).isEqualTo("push:writeInterest=queued");
    }
}
