package dev.lockstep.harness.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** journal.jsonl: what happened, one JSON object per line, on disk before the next thing is begun. Locked as long as it is open. */
final class Journal implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final FileChannel channel;

    private Journal(Path file, OpenOption create) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file, create, StandardOpenOption.WRITE);
        if (isLocked()) {
            channel.close();
            throw new UsageException(file + " is being written by another run; wait for it to end");
        }
    }

    /** Whether somebody else has it; otherwise it is ours from now on. */
    private boolean isLocked() {
        try {
            return channel.tryLock() == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            // Some network file systems have no locks; JMH's own still keeps runs on one machine apart.
            return false;
        }
    }

    /**
     * Begins one.
     *
     * @throws UsageException if there is one already
     */
    static Journal create(Path file) throws IOException {
        try {
            return new Journal(file, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("--out " + file.toAbsolutePath().getParent()
                    + " holds an earlier run; go on with it by --resume, name another folder, or remove it");
        }
    }

    /** Goes on with one; a last line that breaks off is cut away. */
    static Journal resume(Path file, long wholeBytes) throws IOException {
        Journal journal = new Journal(file, StandardOpenOption.CREATE);
        journal.channel.truncate(wholeBytes).position(wholeBytes);
        return journal;
    }

    /**
     * Adds a line.
     *
     * @throws StorageException if it cannot be written; no part of it is left then
     */
    synchronized void write(String event, Consumer<ObjectNode> fields) {
        ObjectNode line = JSON.createObjectNode().put("event", event);
        fields.accept(line);
        long size = 0;
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            size = channel.size();
            Durable.append(channel.position(size), ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            StorageException stop = StorageException.of(file, bytes.length, e);
            cutTo(size, stop);
            throw stop;
        }
    }

    private void cutTo(long size, StorageException stop) {
        try {
            if (channel.isOpen()) {
                channel.truncate(size);
            }
        } catch (IOException e) {
            stop.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
