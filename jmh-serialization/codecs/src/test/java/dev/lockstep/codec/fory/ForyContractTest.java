package dev.lockstep.codec.fory;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class ForyContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new ForyProvider();
    }
}
