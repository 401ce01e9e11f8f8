package dev.lockstep.comm.local;

import java.nio.ByteBuffer;

/** The sending side of one rank: sends that found no room wait here, in order for each destination. */
final class Outbox {
    private final LocalCommunicator communicator;
    private final Channel[] out;
    private final Group group;
    private final int rank;
    private final SendRequest[] first;
    private final SendRequest[] last;
    private int waiting;
    private SendRequest free;

    Outbox(LocalCommunicator communicator, Group group, int rank) {
        this.communicator = communicator;
        this.group = group;
        this.rank = rank;
        out = new Channel[group.size()];
        first = new SendRequest[group.size()];
        last = new SendRequest[group.size()];
    }

    /** Sends a small message at once; false if it is not small, or there is no room, or others wait before it. */
    boolean sendNow(ByteBuffer message, int destination, int tag) {
        int length = message.remaining();
        return length <= Channel.EAGER_LIMIT
                && first[destination] == null
                && channel(destination).offerEager(message, message.position(), length, tag);
    }

    SendRequest start(ByteBuffer message, int destination, int tag) {
        SendRequest request = free;
        if (request == null) {
            request = new SendRequest(communicator, this);
        } else {
            free = request.next;
        }
        request.next = null;
        request.start(message, destination, tag);
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
        if (request.length() > Channel.EAGER_LIMIT) {
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
            channel = group.openChannel(rank, destination);
            out[destination] = channel;
        }
        return channel;
    }
}
