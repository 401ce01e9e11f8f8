package dev.lockstep.codec.jackson;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.lockstep.codec.CodecException;
import dev.lockstep.codec.support.HeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;

/**
 * The codec of MessagePack by Jackson. Its unpacker takes up to 64 MiB of memory for a length that it reads, before it
 * looks for the bytes; so the lengths are followed to the end first, without taking any, and that is a part of
 * decoding.
 */
final class MessagePackCodec<T> extends JacksonCodec<T> {

    MessagePackCodec(Class<T> type, ObjectWriter writer, ObjectReader reader) {
        super(type, writer, reader);
    }

    @Override
    protected T read(ByteBuffer source, T reused) throws IOException {
        ByteBuffer heap = HeapBuffer.of(source);
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(heap.duplicate())) {
            unpacker.skipValue();
            if (unpacker.hasNext()) {
                throw new CodecException("bytes are left over after the object");
            }
        }
        return super.read(heap, reused);
    }
}
