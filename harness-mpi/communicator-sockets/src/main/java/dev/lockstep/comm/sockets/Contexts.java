package dev.lockstep.comm.sockets;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What belongs to each context, made when it is first asked for: a message may come before this rank has made the
 * communicator that it is for. Looking one up allocates nothing.
 *
 * @param <T> what
 */
final class Contexts<T> {
    private final Supplier<T> maker;
    private long[] keys = {};
    private Object[] values = {};
    private int last;

    Contexts(Supplier<T> maker) {
        this.maker = maker;
    }

    /** What belongs to a context. */
    @SuppressWarnings("unchecked")
    T get(long context) {
        if (last < keys.length && keys[last] == context) {
            return (T) values[last];
        }
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == context) {
                last = i;
                return (T) values[i];
            }
        }
        last = keys.length;
        keys = Arrays.copyOf(keys, last + 1);
        values = Arrays.copyOf(values, last + 1);
        keys[last] = context;
        values[last] = maker.get();
        return (T) values[last];
    }

    /** Forgets what belongs to a context. */
    void remove(long context) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == context) {
                int end = keys.length - 1;
                keys[i] = keys[end];
                values[i] = values[end];
                keys = Arrays.copyOf(keys, end);
                values = Arrays.copyOf(values, end);
                return;
            }
        }
    }
}
