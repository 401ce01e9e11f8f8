package dev.lockstep.codec.kryo;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class KryoUnregisteredContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new KryoUnregisteredProvider();
    }
}
