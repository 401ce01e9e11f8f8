package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.spi.CommunicatorProvider;
import dev.lockstep.comm.testkit.LaunchedCommunicatorContract;
import java.util.List;

/** {@code mpj} keeps the contract, with 1 to 4 ranks. Fails where MPJ Express is missing. */
class MpjContractIT extends LaunchedCommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new MpjProvider();
    }

    @Override
    protected List<String> launcher(int ranks) {
        return Jobs.command("-np", String.valueOf(ranks), "--");
    }
}
