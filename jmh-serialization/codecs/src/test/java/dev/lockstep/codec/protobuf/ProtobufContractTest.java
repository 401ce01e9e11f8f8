package dev.lockstep.codec.protobuf;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class ProtobufContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new ProtobufProvider();
    }
}
