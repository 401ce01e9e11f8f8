package dev.lockstep.codec.benchmarks;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.support.PayloadCodecProvider;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The codec {@code empty}: it does nothing, and so reads what measuring alone costs, which is the floor under every
 * other score. It carries nothing anywhere: encoding takes no bytes, and decoding gives back the object that this same
 * codec encoded last.
 *
 * <p>A real codec whose score came near this one's would have been optimised away.
 */
public final class EmptyProvider extends PayloadCodecProvider {
    private static final String REMEMBERS = "it remembers the last object, and that is all";

    /** The constructor for {@link java.util.ServiceLoader}. */
    public EmptyProvider() {
        super(
                "empty",
                "nothing at all: what measuring costs",
                "no library",
                Schema.NONE,
                Map.of(
                        Capability.THREADS, REMEMBERS,
                        Capability.EVOLUTION, REMEMBERS,
                        Capability.REUSED_INSTANCES, REMEMBERS));
    }

    @Override
    protected <T> Codec<T> open(Class<T> type) {
        return new Empty<>();
    }

    private static final class Empty<T> implements Codec<T> {
        private final ByteBuffer nothing = ByteBuffer.allocate(0);
        private T last;

        @Override
        public ByteBuffer encode(T value) {
            last = value;
            return nothing;
        }

        @Override
        public void encode(T value, ByteBuffer target) {
            last = value;
        }

        @Override
        public T decode(ByteBuffer source) {
            return last;
        }
    }
}
