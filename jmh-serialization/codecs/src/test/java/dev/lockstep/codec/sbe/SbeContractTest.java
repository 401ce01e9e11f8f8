package dev.lockstep.codec.sbe;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class SbeContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new SbeProvider();
    }
}
