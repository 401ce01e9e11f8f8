package dev.lockstep.comm.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A channel for each ordered pair of ranks that talk; most pairs of a large world never do. */
final class Channels {
    private static final VarHandle CHANNELS = MethodHandles.arrayElementVarHandle(Channel[].class);

    private final int size;
    private final Channel[] channels;

    Channels(int size) {
        this.size = size;
        channels = new Channel[size * size];
    }

    int size() {
        return size;
    }

    /** The channel for the sender, which makes it when it is first needed. */
    Channel openChannel(int sender, int receiver) {
        Channel channel = new Channel();
        CHANNELS.setRelease(channels, sender * size + receiver, channel);
        return channel;
    }

    /** The channel for the receiver; null if nothing was ever sent. */
    Channel channel(int sender, int receiver) {
        return (Channel) CHANNELS.getAcquire(channels, sender * size + receiver);
    }
}
