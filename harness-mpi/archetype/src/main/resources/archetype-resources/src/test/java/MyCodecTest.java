package ${package};

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.testkit.CodecContract;

class MyCodecTest extends CodecContract {
    @Override
    protected CodecProvider provider() {
        return new MyCodec();
    }
}
