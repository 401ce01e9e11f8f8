package dev.lockstep.codec.jackson;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class JsonContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new JsonProvider();
    }
}
