package dev.lockstep.transport.support;

import dev.lockstep.transport.Setting;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Messages that a library brings as arrays of bytes. */
public final class ByteArrayInbox extends Inbox<byte[]> {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /** One for the setting's largest message, and its receiver. */
    public ByteArrayInbox(Setting setting) {
        super(setting.largest(), setting.receiver(), false);
    }

    /** One for messages up to that size in bytes, which wait until somebody receives them. */
    public ByteArrayInbox(int largest) {
        super(largest, Optional.empty(), false);
    }

    /**
     * Begins to give messages to the receiver, if there is one, in a thread for that alone: those of a library bring the next
     * message of a connection as soon as one is answered, may be few, and are waited for when it closes.
     */
    public void begin() {
        if (hasReceiver()) {
            Thread thread = new Thread(this::giveAll, "lockstep-receiver");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Brings a message, and does what comes then as soon as there is room for another, or this is closed: at once, or in the
     * thread that makes room, or closes.
     *
     * @param message the message
     * @param sender the token for answers
     * @param then what never waits
     */
    public void add(byte[] message, long sender, Runnable then) {
        if (add(message, sender)) {
            then.run();
        } else {
            waiting.add(then);
            if (hasRoom()) {
                letGo();
            }
        }
    }

    private void letGo() {
        Runnable next;
        while ((next = waiting.poll()) != null) {
            next.run();
        }
    }

    @Override
    protected void resume() {
        letGo();
    }

    @Override
    protected int length(byte[] message) {
        return message.length;
    }

    @Override
    protected ByteBuffer view(byte[] message) {
        return ByteBuffer.wrap(message);
    }

    @Override
    protected void read(byte[] message, ByteBuffer into) {
        into.put(message);
    }

    @Override
    protected void release(byte[] message) {
        // The collector's.
    }
}
