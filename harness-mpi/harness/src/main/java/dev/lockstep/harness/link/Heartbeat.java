package dev.lockstep.harness.link;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Signs of life on a link between hosts. TCP alone notices a network that was cut only after a quarter of an hour, and
 * nothing at all where nobody sends. So both sides send an empty frame every {@value #PERIOD_SECONDS} s, and give the
 * other one up after {@value #SILENCE_SECONDS} s without a byte. Within one host there is no network to be cut, and the
 * end of a process closes its link.
 */
public final class Heartbeat implements Runnable {
    /** The interval at which each side sends. */
    public static final int PERIOD_SECONDS = 1;

    /** The time for which the other side may be silent. */
    public static final int SILENCE_SECONDS = 10;

    private final Frames frames;

    private Heartbeat(Frames frames) {
        this.frames = frames;
    }

    /**
     * Watches the other side from now on: a read ends with a {@link java.net.SocketTimeoutException} once it has been
     * silent for too long.
     *
     * @param seconds how long it may be
     */
    public static void expect(Frames frames, int seconds) throws IOException {
        frames.patience((int) TimeUnit.SECONDS.toMillis(seconds));
    }

    /** Sends until the link breaks, on a thread of its own: a link whose buffers are full blocks nobody else's. */
    public static void send(Frames frames) {
        Thread thread = new Thread(new Heartbeat(frames), "lockstep-heartbeat");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (true) {
                frames.write(FrameType.ALIVE, "");
                TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
            }
        } catch (IOException e) {
            // Whoever reads from the link notices as well, and knows what to do.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
