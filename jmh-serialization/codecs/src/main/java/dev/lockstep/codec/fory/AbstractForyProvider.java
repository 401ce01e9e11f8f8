package dev.lockstep.codec.fory;

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.payload.GraphNode;
import dev.lockstep.codec.support.GuardedCodec;
import dev.lockstep.codec.support.HeapBuffer;
import dev.lockstep.codec.support.PayloadClasses;
import dev.lockstep.codec.support.PayloadCodecProvider;
import dev.lockstep.codec.support.Versions;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/** The common part of the providers of Fory, with its classes registered. */
abstract class AbstractForyProvider extends PayloadCodecProvider {
    private static final int MAX_DEPTH = 500;

    private final boolean codegen;

    AbstractForyProvider(String name, String description, boolean codegen) {
        super(
                name,
                description,
                Versions.of("Fory"),
                Schema.REGISTERED,
                Map.of(
                        Capability.THREADS,
                                "a Fory is for one thread; a pool or a thread-local would be something else",
                        Capability.EVOLUTION, "both ends have the same version, which makes the bytes fewer",
                        Capability.REUSED_INSTANCES, "Fory makes all objects itself"));
        this.codegen = codegen;
    }

    @Override
    protected final <T> Codec<T> open(Class<T> type) {
        Fory fory = Fory.builder()
                .withXlang(false)
                .withCodegen(codegen)
                .withCompatible(false)
                .requireClassRegistration(true)
                .withRefTracking(type == GraphNode.class)
                .withMaxDepth(MAX_DEPTH)
                .build();
        PayloadClasses.ALL.forEach(fory::register);
        return new ForyCodec<>(type, fory);
    }

    /** The codec of one Fory with its buffer. */
    private static final class ForyCodec<T> extends GuardedCodec<T> {
        private static final int FIRST_SIZE = 512;

        private final Fory fory;
        private final MemoryBuffer buffer = MemoryBuffer.newHeapBuffer(FIRST_SIZE);

        ForyCodec(Class<T> type, Fory fory) {
            super(type);
            this.fory = fory;
        }

        @Override
        protected ByteBuffer write(T value) {
            return ByteBuffer.wrap(fory.serialize(value));
        }

        @Override
        protected void write(T value, ByteBuffer target) {
            buffer.writerIndex(0);
            fory.serialize(buffer, value);
            target.put(buffer.getHeapMemory(), 0, buffer.writerIndex());
        }

        @Override
        protected T read(ByteBuffer source, T reused) {
            ByteBuffer heap = HeapBuffer.of(source);
            MemoryBuffer bytes =
                    MemoryBuffer.fromByteArray(heap.array(), heap.arrayOffset() + heap.position(), heap.remaining());
            T value = type().cast(fory.deserialize(bytes));
            if (bytes.readerIndex() != heap.remaining()) {
                throw new CodecException(
                        heap.remaining() - bytes.readerIndex() + " bytes are left over after the object");
            }
            return value;
        }
    }
}
