package dev.lockstep.transport.ring;

import java.nio.ByteBuffer;

/** The reading end of a ring; of one thread at a time. */
public final class RingReader {
    /** What {@link #ready} says if there is nothing. */
    public static final int NOTHING = -1;

    private final ByteBuffer memory;
    private final ByteBuffer view;
    private final int capacity;
    private long position;
    private int offset;
    private int lap = 1;

    /**
     * A ring that nobody has read from.
     *
     * @param memory direct, of {@link Layout#bytes}
     */
    public RingReader(ByteBuffer memory) {
        this.memory = memory;
        this.view = memory.duplicate();
        this.capacity = memory.capacity() - Layout.RECORDS;
    }

    /**
     * The length of the next message in bytes; {@link #NOTHING} if there is none yet.
     *
     * @throws IllegalStateException if the ring's memory holds something else
     */
    public int ready() {
        long word = Layout.get(memory, Layout.RECORDS + offset);
        if (word == 0) {
            return NOTHING;
        }
        int length = (int) word;
        if (length == Layout.PADDING && word >>> 32 == lap) {
            consume(capacity - offset);
            return ready();
        }
        if (word >>> 32 != lap || length < 0 || Layout.record(length) > capacity - offset) {
            throw new IllegalStateException("a ring was written to by someone else: header " + Long.toHexString(word)
                    + " at " + offset + " in lap " + lap);
        }
        return length;
    }

    /**
     * Takes the next message.
     *
     * @param length as {@link #ready} has just said
     * @param into where to put it, from the position on
     */
    public void read(int length, ByteBuffer into) {
        into.put(into.position(), memory, Layout.RECORDS + offset + Layout.HEADER, length);
        consume(Layout.record(length));
    }

    /** The next message in place, a view that is reused; {@link #consume} it afterwards. */
    public ByteBuffer view(int length) {
        int from = Layout.RECORDS + offset + Layout.HEADER;
        return view.limit(from + length).position(from);
    }

    /** Leaves the memory of a record to the writer. */
    void consume(int bytes) {
        position += bytes;
        offset += bytes;
        if (offset == capacity) {
            offset = 0;
            lap++;
        }
        Layout.set(memory, Layout.READ, position);
    }

    /** Whether nothing more will come, and all that came was taken. */
    public boolean isOver() {
        return Layout.get(memory, Layout.WRITER_CLOSED) != 0 && ready() == NOTHING;
    }

    /** Tells the writer that nobody reads any more; by any thread. */
    public void close() {
        Layout.set(memory, Layout.READER_CLOSED, 1);
    }
}
