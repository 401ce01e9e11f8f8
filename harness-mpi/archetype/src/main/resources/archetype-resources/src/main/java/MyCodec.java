package ${package};

import dev.lockstep.codec.Capability;
import dev.lockstep.codec.Codec;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.CodecProvider;
import dev.lockstep.codec.Schema;
import dev.lockstep.codec.payload.NumericBlock;
import dev.lockstep.spi.Availability;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * A codec that writes blocks of numbers, eight bytes each, and nothing else. Put your own in its place.
 *
 * <pre>
 * mvn package                                                            builds it, and runs the contract
 * java -jar target/benchmarks.jar run Encode Decode -p codec=mine,kryo -p payload=doubles-1024
 * lockstep run Encode Decode -p codec=mine,kryo -p payload=doubles-1024 --cp target/${artifactId}-${version}.jar
 * </pre>
 */
public final class MyCodec implements CodecProvider {
    @Override
    public String name() {
        return "mine";
    }

    @Override
    public String description() {
        return "doubles, one after the other";
    }

    @Override
    public Availability availability() {
        return new Availability.Available("1.0");
    }

    @Override
    public Schema schema() {
        return Schema.WRITTEN;
    }

    /** What it lacks is declared, with the reason; the contract leaves those clauses out. */
    @Override
    public Map<Capability, String> unsupported() {
        return Map.of(
                Capability.NULL_FIELDS, "a block has one field",
                Capability.NULL_LISTS, "a block without numbers is refused",
                Capability.NULL_ELEMENTS, "numbers are none",
                Capability.CYCLES, "numbers refer to nothing",
                Capability.EVOLUTION, "the bytes name no fields",
                Capability.REUSED_BUFFERS, "it has only written what every codec must have",
                Capability.REUSED_INSTANCES, "it has only written what every codec must have");
    }

    @Override
    public Optional<String> unclaimed(Class<?> type) {
        return type == NumericBlock.class ? Optional.empty() : Optional.of("only blocks of numbers are");
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> Codec<T> codec(Class<T> type) {
        unclaimed(type).ifPresent(reason -> {
            throw new IllegalArgumentException(type.getName() + " is not claimed: " + reason);
        });
        return (Codec<T>) new Numbers();
    }

    private static final class Numbers implements Codec<NumericBlock> {
        @Override
        public ByteBuffer encode(NumericBlock block) {
            if (block == null || block.values == null) {
                throw new CodecException("there is nothing to encode");
            }
            ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * block.values.length);
            for (double value : block.values) {
                bytes.putDouble(value);
            }
            return bytes.flip();
        }

        @Override
        public NumericBlock decode(ByteBuffer source) {
            if (source.remaining() % Double.BYTES != 0) {
                throw new CodecException(source.remaining() + " bytes are no whole numbers");
            }
            NumericBlock block = new NumericBlock();
            block.values = new double[source.remaining() / Double.BYTES];
            // A view: the caller's byte order stays as it is.
            source.slice().asDoubleBuffer().get(block.values);
            source.position(source.limit());
            return block;
        }
    }
}
