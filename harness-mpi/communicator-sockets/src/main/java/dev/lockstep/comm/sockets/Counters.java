package dev.lockstep.comm.sockets;

import dev.lockstep.comm.spi.Counter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** What the progress function does, and how long it takes. All with the engine's lock. */
final class Counters {
    private long calls;
    private long receiving;
    private long lookups;
    private long inVain;
    private long select;
    private long receive;
    private long send;
    private long between;
    private long handled;
    private long last;

    /** Progress begins; when, for {@link #end}. */
    long begin() {
        long now = System.nanoTime();
        calls++;
        if (last != 0) {
            between += now - last;
        }
        handled = 0;
        return now;
    }

    /** Progress ends: what it has not spent on sockets it has spent on selecting. */
    void end(long begun) {
        last = System.nanoTime();
        select += last - begun - handled;
    }

    /** A socket that something has come by was read from. */
    void received(long nanos) {
        receiving++;
        receive += nanos;
        handled += nanos;
    }

    /** What there is to send by a socket that could take it was looked up, and sent if there was something. */
    void lookedUp(boolean vainly, long nanos) {
        lookups++;
        if (vainly) {
            inVain++;
        }
        send += nanos;
        handled += nanos;
    }

    /** All of them, read by way of the engine. */
    static List<Counter> of(Engine engine) {
        return List.of(
                count(engine, "progress.calls", c -> c.calls),
                count(engine, "progress.receivable", c -> c.receiving),
                count(engine, "progress.lookups", c -> c.lookups),
                count(engine, "progress.lookups-in-vain", c -> c.inVain),
                time(engine, "progress.select", c -> c.select),
                time(engine, "progress.receive", c -> c.receive),
                time(engine, "progress.send", c -> c.send),
                time(engine, "progress.between", c -> c.between));
    }

    private static Counter count(Engine engine, String name, ToLongFunction<Counters> which) {
        return new Counter(name, 1, "1", () -> engine.counted(which));
    }

    private static Counter time(Engine engine, String name, ToLongFunction<Counters> which) {
        return new Counter(name, TimeUnit.MICROSECONDS.toNanos(1), "us", () -> engine.counted(which));
    }
}
