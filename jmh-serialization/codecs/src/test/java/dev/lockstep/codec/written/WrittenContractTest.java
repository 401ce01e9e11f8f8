package dev.lockstep.codec.written;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class WrittenContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new WrittenProvider();
    }
}
