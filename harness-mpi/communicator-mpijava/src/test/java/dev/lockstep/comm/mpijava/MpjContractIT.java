package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** {@code mpj} keeps the contract. Fails where MPJ Express is missing. */
@Tag("contracts")
class MpjContractIT extends LaunchedCommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new MpjProvider();
    }

    @Override
    protected List<String> launcher(int ranks) {
        return Jobs.command("-np", String.valueOf(ranks), "--");
    }

    /**
     * Both seen with 0.44: the library's thread that reads from sockets ends with an exception, or never wakes the
     * receiver.
     */
    @Override
    protected Map<String, String> knownDefects() {
        return Map.of(
                "a large message too long is an error",
                "MPJ Express 0.44 (niodev) fails in its selector thread with 'newLimit > capacity' when a message is longer than"
                        + " the pooled buffer of a posted receive; then nothing is received any more",
                "a message to oneself too long is an error",
                "MPJ Express 0.44 (niodev) fails in the sender when a message to oneself does not fit a posted receive, whose wait"
                        + " then never ends");
    }
}
