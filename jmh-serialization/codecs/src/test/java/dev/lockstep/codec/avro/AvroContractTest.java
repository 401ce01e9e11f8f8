package dev.lockstep.codec.avro;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class AvroContractTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new AvroProvider();
    }
}
