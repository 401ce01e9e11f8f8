package dev.lockstep.comm.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("contracts")
class PushTwoJdksContractTest extends LaunchedCommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new PushProvider();
    }

    @Override
    protected List<String> launcher(int ranks) {
        return TwoJdks.launcher(ranks);
    }

    @Test
    void theyAreTwo(@TempDir Path folder) throws IOException, InterruptedException {
        RankProcess.Outcome outcome = RankProcess.run(TwoJdks.launcher(2), "push", folder);
        assertThat(outcome.said())
                .contains(
                        "rank 0 of JDK " + Runtime.version().feature() + " has 9",
                        "rank 1 of JDK " + TwoJdks.other().feature() + " has 9");
        assertThat(outcome.exit()).isZero();
    }
}
