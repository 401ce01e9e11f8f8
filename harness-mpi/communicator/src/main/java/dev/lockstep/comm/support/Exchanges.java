package dev.lockstep.comm.support;

import dev.lockstep.comm.support.reduction.Reducer;
import java.util.ArrayDeque;

/** The collectives under way of one rank. All ranks number them alike, and their messages bear that number. */
final class Exchanges {
    /** Numbers of those that may be under way at once: what counts messages by them stays small. */
    private static final int NUMBERS = 256;

    private final Progress progress;
    private final Parts parts;
    private final int rank;
    private final int size;
    private final Reducer reducer = new Reducer();
    private final ArrayDeque<Exchange> free = new ArrayDeque<>();
    private int number;

    Exchanges(Progress progress, Parts parts, int rank, int size) {
        this.progress = progress;
        this.parts = parts;
        this.rank = rank;
        this.size = size;
    }

    /** An exchange whose movement is to be filled. */
    Exchange take() {
        Exchange exchange = free.poll();
        return exchange == null ? new Exchange(this, progress, parts, rank, size) : exchange;
    }

    Exchange start(Exchange exchange, String what) {
        // Numbers come round: messages of two ranks arrive in order, so that the oldest match.
        number = (number + 1) % NUMBERS;
        return exchange.start(what, number);
    }

    Reducer reducer() {
        return reducer;
    }

    void recycle(Exchange exchange) {
        free.push(exchange);
    }
}
