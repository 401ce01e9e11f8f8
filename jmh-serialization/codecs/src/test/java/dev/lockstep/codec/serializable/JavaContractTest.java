package dev.lockstep.codec.serializable;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class JavaContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new JavaProvider();
    }
}
