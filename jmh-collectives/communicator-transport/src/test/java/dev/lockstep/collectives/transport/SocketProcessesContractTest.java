package dev.lockstep.collectives.transport;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.spi.Communicators;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import dev.lockstep.comm.testkit.PlainProcesses;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("contracts")
class SocketProcessesContractTest extends LaunchedCommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return Communicators.discover().require("transport:via=socket");
    }

    @Override
    protected List<String> launcher(int ranks) {
        return PlainProcesses.launcher(ranks);
    }
}
