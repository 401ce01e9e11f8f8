package dev.lockstep.codec.handwritten;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class WrittenContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new WrittenProvider();
    }
}
