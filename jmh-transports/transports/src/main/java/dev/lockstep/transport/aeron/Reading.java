package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Endpoint.Receiver;
import io.aeron.Image;
import io.aeron.ImageControlledFragmentAssembler;
import io.aeron.logbuffer.ControlledFragmentHandler;
import io.aeron.logbuffer.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/** The receiving end of a connection: messages, whole. Those that came in fragments are put together beside. */
final class Reading implements ControlledFragmentHandler {
    /** What {@link #receive} says if there is nothing. */
    static final int NOTHING = -1;

    private final Image image;
    private final int largest;
    private final ControlledFragmentHandler assembler = new ImageControlledFragmentAssembler(this, 0, true);
    private final Views views = new Views();

    private ByteBuffer into;
    private Receiver receiver;
    private long sender;
    private int wanted;
    private int limit;
    private int taken;
    private int length;
    private Exception thrown;
    private boolean tooLarge;

    Reading(Image image, int largest) {
        this.image = image;
        this.largest = largest;
    }

    Image image() {
        return image;
    }

    /** Whether a message was larger than the largest: it was dropped, and nothing comes behind it. */
    boolean isTooLarge() {
        return tooLarge;
    }

    /** Receives a message, if there is one; its length, or {@link #NOTHING}. */
    int receive(ByteBuffer target) {
        if (into != target) {
            into = target;
        }
        read(1, largest);
        return taken == 0 ? NOTHING : length;
    }

    /**
     * Gives messages to a receiver.
     *
     * @param most how many at most, 1 or more
     * @return how many there were
     * @throws IOException what the receiver throws
     */
    int poll(Receiver to, long from, int most) throws IOException {
        return poll(to, from, most, largest);
    }

    /** Gives the first message to a receiver, however small the others are. */
    void pollFirst(Receiver to) throws IOException {
        poll(to, 0, 1, Hello.MOST);
    }

    private int poll(Receiver to, long from, int most, int bytes) throws IOException {
        receiver = to;
        sender = from;
        try {
            read(most, bytes);
        } finally {
            receiver = null;
        }
        Exception its = thrown;
        if (its != null) {
            thrown = null;
            if (its instanceof IOException io) {
                throw io;
            }
            throw (RuntimeException) its;
        }
        return taken;
    }

    private void read(int most, int bytes) {
        wanted = most;
        limit = bytes;
        taken = 0;
        if (!tooLarge) {
            image.controlledPoll(assembler, Integer.MAX_VALUE);
        }
    }

    @Override
    public Action onFragment(DirectBuffer buffer, int offset, int bytes, Header header) {
        if (bytes > limit) {
            tooLarge = true;
            return Action.BREAK;
        }
        taken++;
        length = bytes;
        if (receiver == null) {
            buffer.getBytes(offset, into, into.position(), bytes);
        } else {
            try {
                receiver.take(views.of(buffer, offset, bytes), sender);
            } catch (IOException | RuntimeException e) {
                // Aeron would keep it for itself.
                thrown = e;
                return Action.BREAK;
            }
        }
        return taken < wanted ? Action.CONTINUE : Action.BREAK;
    }
}
