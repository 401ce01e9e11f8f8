package dev.lockstep.codec.kryo;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class KryoContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new KryoProvider();
    }
}
