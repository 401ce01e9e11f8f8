package dev.lockstep.comm.local;

import java.nio.ByteBuffer;

/** The sending side of one rank: sends that found no room wait here, in order for each destination. */
final class Outbox {
    private final ProgressEngine engine;
    private final Channel[] out;
    private final Channels channels;
    private final int rank;
    private final SendRequest[] first;
    private final SendRequest[] last;
    private int waiting;
    private SendRequest free;

    Outbox(ProgressEngine engine, Channels channels, int rank) {
        this.engine = engine;
        this.channels = channels;
        this.rank = rank;
        out = new Channel[channels.size()];
        first = new SendRequest[channels.size()];
        last = new SendRequest[channels.size()];
    }

    /** Sends a small message at once; false if it is not small, or there is no room, or others wait before it. */
    boolean sendNow(ByteBuffer message, int position, int length, int destination, int tag) {
        return length <= Channel.EAGER_LIMIT
                && first[destination] == null
                && channel(destination).offerEager(message, position, length, tag);
    }

    /** A synchronous send is complete when it is received, however small it is. */
    SendRequest start(ByteBuffer message, int position, int length, int destination, int tag, boolean synchronous) {
        SendRequest request = free;
        if (request == null) {
            request = new SendRequest(engine, this);
        } else {
            free = request.next;
        }
        request.next = null;
        request.start(message, position, length, destination, tag, synchronous);
        if (first[destination] != null || !offer(request)) {
            enqueue(request);
        }
        return request;
    }

    void progress() {
        if (waiting == 0) {
            return;
        }
        for (int destination = 0; destination < first.length; destination++) {
            SendRequest request = first[destination];
            while (request != null && offer(request)) {
                waiting--;
                SendRequest following = request.next;
                first[destination] = following;
                request.next = null;
                request = following;
            }
        }
    }

    void recycle(SendRequest request) {
        request.next = free;
        free = request;
    }

    private void enqueue(SendRequest request) {
        int destination = request.destination();
        if (first[destination] == null) {
            first[destination] = request;
        } else {
            last[destination].next = request;
        }
        last[destination] = request;
        waiting++;
    }

    private boolean offer(SendRequest request) {
        Channel channel = channel(request.destination());
        if (request.isSynchronous() || request.length() > Channel.EAGER_LIMIT) {
            return channel.offerRendezvous(request);
        }
        if (!channel.offerEager(request.message(), request.position(), request.length(), request.tag())) {
            return false;
        }
        request.release();
        return true;
    }

    private Channel channel(int destination) {
        Channel channel = out[destination];
        if (channel == null) {
            channel = channels.openChannel(rank, destination);
            out[destination] = channel;
        }
        return channel;
    }
}
