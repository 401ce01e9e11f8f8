package dev.lockstep.transport.ring;

import java.nio.ByteBuffer;

/** The writing end of a ring; of one thread at a time. */
public final class RingWriter {
    /** Header words are cleared so far ahead of the next record. */
    private static final int AHEAD = 4 * Layout.LINE;

    private final ByteBuffer memory;
    private final ByteBuffer view;
    private final int capacity;

    /** Bytes written since the beginning. */
    private long position;
    /** Where the next record begins: {@code position % capacity}. */
    private int offset;

    private long lap = 1;
    /** What is known of the bytes read. */
    private long read;
    /** The headers of all lines from the next record on up to here are zero. */
    private long cleared;

    private int claimed = -1;

    /**
     * A ring that nobody has written to.
     *
     * @param memory direct and zero, of {@link Layout#bytes}
     */
    public RingWriter(ByteBuffer memory) {
        this.memory = memory;
        this.view = memory.duplicate();
        this.capacity = memory.capacity() - Layout.RECORDS;
        this.cleared = capacity;
    }

    /** Writes a message; false if there is no room, and nothing has happened. */
    public boolean write(ByteBuffer message) {
        int length = message.remaining();
        if (!reserve(length)) {
            return false;
        }
        claimed = -1;
        memory.put(at(offset) + Layout.HEADER, message, message.position(), length);
        publish(length);
        return true;
    }

    /** Memory for a message of that length, a view that is reused; null if there is no room. */
    public ByteBuffer claim(int length) {
        claimed = -1;
        if (!reserve(length)) {
            return null;
        }
        claimed = length;
        // What is written here may be forgotten, and stand where the headers of shorter records will be.
        cleared = Math.min(cleared, position + Layout.LINE);
        int from = at(offset) + Layout.HEADER;
        return view.limit(from + length).position(from);
    }

    /**
     * Publishes what was claimed.
     *
     * @throws IllegalStateException if nothing was
     */
    public void commit() {
        if (claimed < 0) {
            throw new IllegalStateException("nothing was claimed");
        }
        int length = claimed;
        claimed = -1;
        publish(length);
    }

    /** Whether the reader has everything. */
    public boolean isRead() {
        return Layout.get(memory, Layout.READ) == position;
    }

    /** Whether the reader has closed its end. */
    public boolean isReaderClosed() {
        return Layout.get(memory, Layout.READER_CLOSED) != 0;
    }

    /** Tells the reader that nothing more will come; by any thread. */
    public void close() {
        Layout.set(memory, Layout.WRITER_CLOSED, 1);
    }

    /** Makes sure that a record, and the header behind it, can be written at the offset. */
    private boolean reserve(int length) {
        int record = Layout.record(length);
        if (offset + record > capacity) {
            int rest = capacity - offset;
            if (!hasRoom(rest + Layout.LINE)) {
                return false;
            }
            publish(Layout.PADDING, rest);
        }
        return hasRoom(record + Layout.LINE);
    }

    private boolean hasRoom(int bytes) {
        if (position + bytes - read <= capacity) {
            return true;
        }
        read = Layout.get(memory, Layout.READ);
        return position + bytes - read <= capacity;
    }

    private void publish(int length) {
        publish(length, Layout.record(length));
    }

    private void publish(int length, int bytes) {
        int from = offset;
        long of = lap;
        position += bytes;
        offset += bytes;
        if (offset == capacity) {
            offset = 0;
            lap++;
        }
        if (cleared < position + Layout.LINE) {
            Layout.WORD.set(memory, at(offset), 0L);
            cleared = position + Layout.LINE;
        }
        Layout.set(memory, at(from), of << 32 | length & 0xffff_ffffL);
        long end = Math.min(position + AHEAD, read + capacity);
        for (; cleared < end; cleared += Layout.LINE) {
            int next = offset + (int) (cleared - position);
            Layout.WORD.set(memory, at(next < capacity ? next : next - capacity), 0L);
        }
    }

    private static int at(int offset) {
        return Layout.RECORDS + offset;
    }
}
