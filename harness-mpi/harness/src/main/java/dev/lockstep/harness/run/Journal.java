package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** journal.jsonl: what happened, one JSON object per line, on disk before the next thing is begun. */
final class Journal implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final FileChannel channel;
    private boolean sealed;

    Journal(Path file) throws IOException {
        channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    synchronized void write(String event, Consumer<ObjectNode> fields) {
        if (sealed) {
            return;
        }
        ObjectNode line = JSON.createObjectNode().put("event", event);
        fields.accept(line);
        try {
            ByteBuffer bytes = ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the journal: " + e.getMessage(), e);
        }
    }

    /** From now on nothing is written. */
    synchronized void seal() {
        sealed = true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
