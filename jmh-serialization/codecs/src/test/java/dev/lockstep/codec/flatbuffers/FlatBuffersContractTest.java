package dev.lockstep.codec.flatbuffers;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class FlatBuffersContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new FlatBuffersProvider();
    }
}
