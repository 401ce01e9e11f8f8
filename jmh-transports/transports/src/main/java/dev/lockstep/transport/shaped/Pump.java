package dev.lockstep.transport.shaped;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The bytes of a connection, one way: some frames at once, each as late as the link makes it. */
final class Pump {
    /** A thread wakes up later than it wants to, by about as much: until then it spins. */
    private static final long WAKING_NANOS = TimeUnit.MICROSECONDS.toNanos(60);

    /** Bytes that have waited for a thread of the proxy leave as if it had not been late, by as much. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Who takes longer to take bytes makes those behind them late. */
    private static final long STALLED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Parcel END = new Parcel(new byte[0], 0);

    private final InputStream in;
    private final OutputStream out;
    private final Rate rate;
    private final Port.Way first;
    private final Port.Way second;

    /** When the last bytes have left; in the beginning when the connection is there, by its own delay. */
    private long last;

    private boolean begun;

    /** Bytes, and when they arrive. */
    private record Parcel(byte[] bytes, long due) {}

    /**
     * Bytes that come and go here.
     *
     * @param first the way that they take, out of a host
     * @param second into another
     * @param there when the first ones may leave
     */
    Pump(InputStream in, OutputStream out, Rate rate, Port.Way first, Port.Way second, long there) {
        this.in = in;
        this.out = out;
        this.rate = rate;
        this.first = first;
        this.second = second;
        this.last = there;
    }

    /**
     * Moves all bytes until there are no more. Those that are on their way arrive, though whoever has sent them is gone.
     *
     * @param others run what delivers bytes that are delayed
     * @throws IOException if either side is gone
     */
    void run(ExecutorService others) throws IOException {
        if (rate.delayNanos() == 0) {
            move((bytes, length, left) -> write(bytes, length));
            return;
        }
        BlockingQueue<Parcel> onTheirWay = new LinkedBlockingQueue<>();
        Held held = new Held(rate.held());
        Future<?> delivery = others.submit(() -> {
            try {
                for (Parcel next = onTheirWay.take(); next != END; next = onTheirWay.take()) {
                    await(next.due);
                    out.write(next.bytes);
                    held.free(next.bytes.length);
                }
            } finally {
                held.end();
            }
            return null;
        });
        try {
            move((bytes, length, left) -> {
                if (!held.take(length)) {
                    finish(delivery);
                }
                byte[] kept = new byte[length];
                System.arraycopy(bytes, 0, kept, 0, length);
                onTheirWay.add(new Parcel(kept, left + rate.delayNanos()));
            });
        } finally {
            onTheirWay.add(END);
            finish(delivery);
        }
    }

    private static void finish(Future<?> delivery) throws IOException {
        try {
            delivery.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while bytes were on their way", e);
        }
    }

    /** What is done with bytes that have left, at that time. */
    private interface Left {
        void give(byte[] bytes, int length, long left) throws IOException;
    }

    private void move(Left done) throws IOException {
        byte[] chunk = new byte[rate.chunk()];
        while (true) {
            boolean waited = in.available() > 0;
            int length = in.read(chunk);
            if (length < 0) {
                return;
            }
            leave(rate.nanos(length), waited);
            await(last);
            done.give(chunk, length, last);
        }
    }

    private void leave(long nanos, boolean waited) {
        long now = System.nanoTime();
        boolean follows = begun ? waited && now - last < LATE_NANOS : last - now > 0;
        long left = first.pass(follows ? last : now, nanos);
        last = second.pass(left - nanos, nanos);
        begun = true;
    }

    private void write(byte[] bytes, int length) throws IOException {
        long start = System.nanoTime();
        out.write(bytes, 0, length);
        long end = System.nanoTime();
        if (end - start > STALLED_NANOS) {
            last = end;
        }
    }

    private static void await(long due) {
        for (long nanos = due - System.nanoTime(); nanos > 0; nanos = due - System.nanoTime()) {
            if (nanos > WAKING_NANOS) {
                LockSupport.parkNanos(nanos - WAKING_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** The memory of bytes that are on their way. */
    private static final class Held {
        /** Of a parcel besides its bytes. */
        private static final int PARCEL = 100;

        private long free;
        private boolean ended;

        Held(long most) {
            free = most;
        }

        /** Waits for room; false if nothing is delivered any more. */
        synchronized boolean take(int bytes) throws IOException {
            try {
                while (free < 0 && !ended) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while bytes were on their way", e);
            }
            free -= bytes + PARCEL;
            return !ended;
        }

        synchronized void free(int bytes) {
            free += bytes + PARCEL;
            notifyAll();
        }

        synchronized void end() {
            ended = true;
            notifyAll();
        }
    }
}
