package dev.lockstep.comm.testkit;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.profile.MpiProfile;
import dev.lockstep.comm.spi.CommunicatorProvider;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;

/** {@code local}, whose calls are counted and whose messages have checksums, keeps the contract. */
@Tag("contracts")
class ProfiledContractTest extends CommunicatorContract {
    @Override
    protected CommunicatorProvider provider() {
        return new LocalProvider();
    }

    @Override
    protected UnaryOperator<Communicator> dressing() {
        return communicator -> new MpiProfile(true).of(communicator);
    }
}
