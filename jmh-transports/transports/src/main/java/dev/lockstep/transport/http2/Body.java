package dev.lockstep.transport.http2;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.http2.api.Stream;

/** The body of a request or a response, of which only so much is kept. */
final class Body {
    /** What is there before anything has come: who says that much more comes need not keep to it. */
    private static final int BEGIN = 1 << 16;

    private final int largest;
    private byte[] bytes;
    private int length;
    private boolean tooLarge;

    /**
     * One that has yet to come.
     *
     * @param largest how many bytes it may have
     * @param said how many it has; -1 if that was not said
     */
    Body(int largest, long said) {
        this.largest = largest;
        this.tooLarge = said > largest;
        this.bytes = new byte[tooLarge || said < 0 ? 0 : (int) Math.min(BEGIN, said)];
    }

    /** Takes what has come; whether that was the end. Asks for more if not. */
    boolean take(Stream from) {
        while (true) {
            Stream.Data data = from.readData();
            if (data == null) {
                from.demand();
                return false;
            }
            try {
                add(data.frame().getByteBuffer());
                if (data.frame().isEndStream()) {
                    return true;
                }
            } finally {
                data.release();
            }
        }
    }

    private void add(ByteBuffer part) {
        int more = part.remaining();
        tooLarge |= length + (long) more > largest;
        if (tooLarge) {
            part.position(part.limit());
            return;
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(length + more, Math.min(largest, 4L * length)));
        }
        part.get(bytes, length, more);
        length += more;
    }

    /** How many bytes have come. */
    int length() {
        return length;
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    /** All of it. */
    byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
