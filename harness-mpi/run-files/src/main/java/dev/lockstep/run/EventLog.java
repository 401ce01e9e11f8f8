package dev.lockstep.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The journal of a run, {@code journal.jsonl}: one JSON object per line, on disk before the next thing is begun. Locked
 * as long as it is open.
 */
public final class EventLog implements AutoCloseable {
    /**
     * The contents of a journal.
     *
     * @param events in the order they were written, without those of unknown kinds
     * @param lines the number of each event's line, from 1
     * @param wholeBytes the file's length without a last line that is incomplete
     * @param torn whether the last line is incomplete, as after a crash
     */
    public record Contents(List<RunEvent> events, List<Integer> lines, long wholeBytes, boolean torn) {
        public Contents {
            events = List.copyOf(events);
            lines = List.copyOf(lines);
        }
    }

    /** Another run has the journal. */
    public static final class InUseException extends IOException {
        private static final long serialVersionUID = 1L;

        InUseException(String message) {
            super(message);
        }
    }

    private final Path file;
    private final FileChannel channel;

    private EventLog(Path file, OpenOption create) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file, create, StandardOpenOption.WRITE);
        if (isLocked()) {
            channel.close();
            throw new InUseException(file + " is being written by another run; wait for it to end");
        }
    }

    /** Takes the lock if nobody has it; true if somebody else does. */
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
     * Reads a journal. Lines are appended as a whole, each with its end: what comes after the last line end was cut
     * off, however whole it looks, and is no event. Blank lines, which an editor may leave, are none either.
     *
     * @throws InvalidInputException if a whole line is not an event; names file and line
     */
    public static Contents read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<RunEvent> events = new ArrayList<>();
        List<Integer> lines = new ArrayList<>();
        int start = 0;
        int number = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                number++;
                String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
                RunEvent event = line.isBlank() ? null : event(file, "line " + number, line);
                if (event != null) {
                    events.add(event);
                    lines.add(number);
                }
                start = i + 1;
            }
        }
        return new Contents(events, lines, start, start < bytes.length);
    }

    private static RunEvent event(Path file, String number, String line) throws InvalidInputException {
        JsonNode node = Json.object(file, number, line);
        if (!node.path("event").isTextual()) {
            throw new InvalidInputException(file, number, "an object with a text \"event\"", line);
        }
        return Json.bind(file, number, node, RunEvent.class);
    }

    /**
     * Begins a journal.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is one already
     * @throws InUseException if another run has it
     */
    public static EventLog create(Path file) throws IOException {
        return new EventLog(file, StandardOpenOption.CREATE_NEW);
    }

    /**
     * Continues a journal; an incomplete last line is cut off.
     *
     * @param wholeBytes as {@link #read} returned
     * @throws InUseException if another run has it
     */
    public static EventLog resume(Path file, long wholeBytes) throws IOException {
        EventLog log = new EventLog(file, StandardOpenOption.CREATE);
        log.channel.truncate(wholeBytes).position(wholeBytes);
        return log;
    }

    /** The journal's file. */
    public Path file() {
        return file;
    }

    /** The bytes of an event's line. */
    public static byte[] line(RunEvent event) {
        try {
            String json = Json.MAPPER.writerFor(RunEvent.class).writeValueAsString(event);
            return (json + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("texts and numbers can be written", e);
        }
    }

    /**
     * Appends an event.
     *
     * @throws IOException if it cannot be written; no part of it is left then
     */
    public synchronized void append(RunEvent event) throws IOException {
        ByteBuffer line = ByteBuffer.wrap(line(event));
        long size = channel.size();
        try {
            channel.position(size);
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(false);
        } catch (IOException e) {
            cutTo(size, e);
            throw e;
        }
    }

    private void cutTo(long size, IOException stop) {
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
