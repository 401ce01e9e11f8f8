package dev.lockstep.comm.sockets;

import java.util.stream.Stream;

/** Those of one context with each process. They outlive its communicator until others have asked for all that was sent. */
final class Dialogues {
    private final Dialogue[] all;
    private int waiting;
    private boolean closed;

    Dialogues(int size) {
        all = Stream.generate(Dialogue::new).limit(size).toArray(Dialogue[]::new);
    }

    Dialogue with(int process) {
        return all[process];
    }

    /** Keeps a message that nobody has asked for. */
    void keep(int to, Log.Entry entry) {
        all[to].keep(entry);
        waiting++;
    }

    /** The message that was asked for; null if it was not sent yet. */
    Log.Entry take(int to, int tag, int number) {
        Log.Entry found = all[to].take(tag, number);
        if (found != null) {
            waiting--;
        }
        return found;
    }

    /** The communicator is closed. */
    void close() {
        closed = true;
    }

    boolean isOver() {
        return closed && waiting == 0;
    }
}
