package dev.lockstep.codec.serializable;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.PayloadCodecProvider;
import java.util.Map;

/** The codec {@code java}: {@code ObjectOutputStream} and {@code ObjectInputStream}. */
public final class JavaProvider extends PayloadCodecProvider {

    /** The constructor for {@link java.util.ServiceLoader}. */
    public JavaProvider() {
        super(
                "java",
                "Java serialization, with a filter",
                "JDK " + Runtime.version(),
                Schema.NONE,
                Map.of(
                        Capability.REUSED_BUFFERS,
                                "each object needs a stream, which has buffers and tables of its own",
                        Capability.REUSED_INSTANCES, "ObjectInputStream makes all objects itself"));
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        return new JavaCodec<>(type);
    }
}
