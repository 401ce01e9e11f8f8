package dev.lockstep.comm.local;

import dev.lockstep.comm.Communicator;
import dev.lockstep.comm.Status;
import dev.lockstep.comm.support.Receives;
import java.nio.ByteBuffer;

/**
 * The receiving side of one rank: MPI's matching (MPI 4.1, section 3.5). A new message goes to the oldest posted
 * receive that matches; a new receive gets the oldest unexpected message that matches. Channels are looked into only
 * while a posted receive or a probe might match what they hold, so that a full one slows its sender down.
 */
final class Mailbox {
    private final ProgressEngine engine;
    private final Channels channels;
    private final int rank;
    private final Channel[] in;
    /** The number of posted receives that name each rank, and how many name any. */
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

    Mailbox(ProgressEngine engine, Channels channels, int rank) {
        this.engine = engine;
        this.channels = channels;
        this.rank = rank;
        in = new Channel[channels.size()];
        wanted = new int[channels.size()];
    }

    RecvRequest post(ByteBuffer buffer, int position, int room, int source, int tag) {
        RecvRequest request = freeRequests;
        if (request == null) {
            request = new RecvRequest(engine, this);
        } else {
            freeRequests = request.next;
        }
        request.next = null;
        request.start(buffer, position, room, source, tag);
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

    /** Takes back a receive whose wait was interrupted. */
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

    /** Looks for the message that a receive would get, without taking it; false if there is none yet. */
    boolean probe(int source, int tag, Status status) {
        Unexpected found = findUnexpected(source, tag);
        int first = source == Communicator.ANY_SOURCE ? 0 : source;
        int last = source == Communicator.ANY_SOURCE ? in.length - 1 : source;
        for (int from = first; found == null && from <= last; from++) {
            takeIn(from);
            found = findUnexpected(source, tag);
        }
        if (found != null && status != null) {
            status.set(found.source, found.tag, found.length);
        }
        return found != null;
    }

    private Unexpected findUnexpected(int source, int tag) {
        Unexpected m = firstUnexpected;
        while (m != null && !Receives.matches(source, tag, m.source, m.tag)) {
            m = m.next;
        }
        return m;
    }

    /** Takes everything that a channel holds, whether a receive matches or not. */
    private void takeIn(int source) {
        Channel channel = channel(source);
        long header = channel == null ? 0 : channel.peek();
        while (header != 0) {
            take(channel, header, source);
            header = channel.peek();
        }
    }

    private Channel channel(int source) {
        if (in[source] == null) {
            in[source] = channels.channel(source, rank);
        }
        return in[source];
    }

    private void drain(int source) {
        Channel channel = channel(source);
        while (channel != null && wanted[source] + wantedFromAny > 0) {
            long header = channel.peek();
            if (header == 0) {
                return;
            }
            take(channel, header, source);
        }
    }

    private void take(Channel channel, long header, int source) {
        RecvRequest request = takePosted(source, Channel.tag(header));
        if (request == null) {
            keep(channel, header, source);
        } else {
            deliver(channel, header, source, request);
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
