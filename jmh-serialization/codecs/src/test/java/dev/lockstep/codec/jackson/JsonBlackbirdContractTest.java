package dev.lockstep.codec.jackson;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class JsonBlackbirdContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new JsonBlackbirdProvider();
    }
}
