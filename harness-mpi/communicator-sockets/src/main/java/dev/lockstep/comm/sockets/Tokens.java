package dev.lockstep.comm.sockets;

import java.util.Arrays;

/**
 * What other processes call by a small number while it is under way.
 *
 * @param <T> what
 */
final class Tokens<T> {
    private Object[] all = new Object[16];
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    /** A number for something. */
    int add(T what) {
        int token = freeCount > 0 ? free[--freeCount] : used++;
        if (token == all.length) {
            all = Arrays.copyOf(all, 2 * token);
            free = Arrays.copyOf(free, 2 * token);
        }
        all[token] = what;
        return token;
    }

    /**
     * What has a number, which is free again.
     *
     * @throws IllegalStateException if nothing has it
     */
    @SuppressWarnings("unchecked")
    T take(int token) {
        if (token < 0 || token >= used || all[token] == null) {
            throw new IllegalStateException("nothing under way has the number " + token);
        }
        T found = (T) all[token];
        all[token] = null;
        free[freeCount++] = token;
        return found;
    }
}
