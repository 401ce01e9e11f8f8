package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import dev.lockstep.comm.testkit.PlainProcesses;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class PullProcessesContractTest extends LaunchedCommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new PullProvider();
    }

    @Override
    protected List<String> launcher(int ranks) {
        return PlainProcesses.launcher(ranks);
    }
}
