package dev.lockstep.comm.local;

import dev.lockstep.comm.Communicator;
import java.nio.ByteBuffer;

/**
 * The receiving side of one rank: MPI's matching (MPI 4.1, section 3.5). A new message goes to the oldest posted receive
 * that matches; a new receive gets the oldest unexpected message that matches. Channels are looked into only while a posted
 * receive might match what they hold, so that a full one slows its sender down.
 */
final class Mailbox {
    private final LocalCommunicator communicator;
    private final Group group;
    private final int rank;
    private final Channel[] in;
    /** How many posted receives name each rank, and how many name any. */
    private final int[] wanted;

    private int wantedFromAny;
    private int posted;
    private RecvRequest firstPosted;
    private RecvRequest lastPosted;
    private Unexpected firstUnexpected;
    private Unexpected lastUnexpected;
    private RecvRequest freeRequests;
    private Unexpected freeUnexpected;
    private int start;

    Mailbox(LocalCommunicator communicator, Group group, int rank) {
        this.communicator = communicator;
        this.group = group;
        this.rank = rank;
        in = new Channel[group.size()];
        wanted = new int[group.size()];
    }

    RecvRequest post(ByteBuffer buffer, int source, int tag) {
        RecvRequest request = freeRequests;
        if (request == null) {
            request = new RecvRequest(communicator, this);
        } else {
            freeRequests = request.next;
        }
        request.next = null;
        request.start(buffer, source, tag);
        if (firstUnexpected == null || !takeUnexpected(request)) {
            append(request);
        }
        return request;
    }

    void progress() {
        if (posted == 0) {
            return;
        }
        // Who is asked first changes, lest one busy rank starve the others of receives from any.
        int from = start;
        start = from + 1 == in.length ? 0 : from + 1;
        for (int i = 0; i < in.length; i++) {
            if (wanted[from] + wantedFromAny > 0) {
                drain(from);
            }
            from = from + 1 == in.length ? 0 : from + 1;
        }
    }

    /** Takes back a receive whose wait was broken off. */
    void cancel(RecvRequest request) {
        RecvRequest before = null;
        for (RecvRequest r = firstPosted; r != null; r = r.next) {
            if (r == request) {
                remove(before, r);
                return;
            }
            before = r;
        }
    }

    void recycle(RecvRequest request) {
        request.next = freeRequests;
        freeRequests = request;
    }

    private void drain(int source) {
        Channel channel = in[source];
        if (channel == null) {
            channel = group.channel(source, rank);
            in[source] = channel;
        }
        while (channel != null && wanted[source] + wantedFromAny > 0) {
            long header = channel.peek();
            if (header == 0) {
                return;
            }
            RecvRequest request = takePosted(source, Channel.tag(header));
            if (request == null) {
                keep(channel, header, source);
            } else {
                deliver(channel, header, source, request);
            }
        }
    }

    private void deliver(Channel channel, long header, int source, RecvRequest request) {
        int length = Channel.length(header);
        ByteBuffer target = request.target(length);
        if (Channel.isEager(header)) {
            channel.takeEager(header, target, request.position());
        } else {
            SendRequest large = channel.takeRendezvous();
            if (target != null) {
                target.put(request.position(), large.message(), large.position(), length);
            }
            large.release();
        }
        request.complete(source, Channel.tag(header), length);
    }

    private void keep(Channel channel, long header, int source) {
        Unexpected message = freeUnexpected;
        if (message == null) {
            message = new Unexpected();
        } else {
            freeUnexpected = message.next;
        }
        message.source = source;
        message.tag = Channel.tag(header);
        message.length = Channel.length(header);
        message.next = null;
        if (Channel.isEager(header)) {
            channel.takeEager(header, message.bytes(message.length), 0);
        } else {
            message.large = channel.takeRendezvous();
        }
        if (firstUnexpected == null) {
            firstUnexpected = message;
        } else {
            lastUnexpected.next = message;
        }
        lastUnexpected = message;
    }

    private boolean takeUnexpected(RecvRequest request) {
        Unexpected before = null;
        for (Unexpected m = firstUnexpected; m != null; m = m.next) {
            if (request.matches(m.source, m.tag)) {
                if (before == null) {
                    firstUnexpected = m.next;
                } else {
                    before.next = m.next;
                }
                if (lastUnexpected == m) {
                    lastUnexpected = before;
                }
                m.moveTo(request.target(m.length), request.position());
                request.complete(m.source, m.tag, m.length);
                m.next = freeUnexpected;
                freeUnexpected = m;
                return true;
            }
            before = m;
        }
        return false;
    }

    private RecvRequest takePosted(int source, int tag) {
        RecvRequest before = null;
        for (RecvRequest r = firstPosted; r != null; r = r.next) {
            if (r.matches(source, tag)) {
                remove(before, r);
                return r;
            }
            before = r;
        }
        return null;
    }

    private void append(RecvRequest request) {
        if (firstPosted == null) {
            firstPosted = request;
        } else {
            lastPosted.next = request;
        }
        lastPosted = request;
        count(request, 1);
    }

    private void remove(RecvRequest before, RecvRequest request) {
        if (before == null) {
            firstPosted = request.next;
        } else {
            before.next = request.next;
        }
        if (lastPosted == request) {
            lastPosted = before;
        }
        count(request, -1);
    }

    private void count(RecvRequest request, int by) {
        posted += by;
        if (request.source() == Communicator.ANY_SOURCE) {
            wantedFromAny += by;
        } else {
            wanted[request.source()] += by;
        }
    }
}
