package dev.lockstep.codec.testkit;

import dev.lockstep.codec.CodecProvider;

class ReferenceContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new Reference();
    }
}
