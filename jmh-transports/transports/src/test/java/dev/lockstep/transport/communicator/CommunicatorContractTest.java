package dev.lockstep.transport.communicator;

import dev.lockstep.comm.local.LocalProvider;
import dev.lockstep.comm.spi.World;
import dev.lockstep.comm.spi.WorldOptions;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.testkit.TransportContract;

class CommunicatorContractTest extends TransportContract {
    private static final int RANKS = 8;

    private World world;

    @Override
    protected Transport transport() {
        return new CommunicatorTransport();
    }

    /** Each clause has a world of its own, of ranks that are threads. */
    @Override
    protected Setting setting(int peer, Setting plain) {
        if (peer == 0) {
            world = new LocalProvider().open(new WorldOptions(RANKS, 1));
        }
        return plain.withGiven(world.communicator(peer, 0));
    }
}
