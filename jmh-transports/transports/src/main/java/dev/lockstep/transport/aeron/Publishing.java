package dev.lockstep.transport.aeron;

import dev.lockstep.transport.PeerLostException;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.LogBufferDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The sending end of a connection: of one thread at a time, which is inside a {@link Guard}. */
final class Publishing {
    private final Client client;
    private final ExclusivePublication publication;
    private final String peer;
    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer out = new UnsafeBuffer(0, 0);
    private final Views views = new Views();

    /** Once the peer was gone it stays so: who comes to its address later is another. */
    private boolean lost;

    Publishing(Client client, ExclusivePublication publication, String peer) {
        this.client = client;
        this.publication = publication;
        this.peer = peer;
    }

    /**
     * Adds the publication for messages to a place.
     *
     * @param term the length of each of its three terms, in bytes
     * @return null if the time is over
     * @throws IOException if there is no memory for it, or nobody is there
     */
    static Publishing open(Client client, Guard guard, Medium medium, Medium.Place to, int term, long timeoutNanos)
            throws IOException {
        client.requireSpace(medium.logs * (3L * term + LogBufferDescriptor.LOG_META_DATA_LENGTH));
        String channel = to.channel() + (to.channel().contains("?") ? "|" : "?") + "term-length=" + term;
        ExclusivePublication added = client.publish(guard, channel, to.stream(), timeoutNanos);
        return added == null ? null : new Publishing(client, added, to.address());
    }

    boolean isConnected() {
        return publication.isConnected();
    }

    /** What goes into a claim; a larger message goes in fragments. */
    int claimable() {
        return publication.maxPayloadLength();
    }

    /**
     * Sends a message if there is room.
     *
     * @return whether it is on its way
     * @throws IOException if the peer is gone
     */
    boolean write(ByteBuffer message) throws IOException {
        requirePeer();
        int length = message.remaining();
        long position;
        do {
            if (length <= claimable()) {
                position = publication.tryClaim(length, claim);
                if (position > 0) {
                    claim.buffer().putBytes(claim.offset(), message, message.position(), length);
                    claim.commit();
                }
            } else {
                out.wrap(message, message.position(), length);
                position = publication.offer(out, 0, length);
            }
        } while (position == Publication.ADMIN_ACTION);
        return isSent(position);
    }

    /**
     * Sends a message, and waits for room, from when the guard has begun.
     *
     * @return false if the time is over
     */
    boolean write(ByteBuffer message, Guard guard, long timeoutNanos) throws IOException {
        while (!write(message)) {
            if (!guard.goOn(timeoutNanos)) {
                return false;
            }
        }
        return true;
    }

    /** Memory of the log for a message that goes into a claim; null if there is no room. */
    ByteBuffer claim(int length) throws IOException {
        requirePeer();
        long position;
        do {
            position = publication.tryClaim(length, claim);
        } while (position == Publication.ADMIN_ACTION);
        return isSent(position) ? views.of(claim.buffer(), claim.offset(), length) : null;
    }

    void commit() {
        claim.commit();
    }

    void abort() {
        claim.abort();
    }

    /** Whether a message that goes in fragments would have room: at the end of a term, in the next one. */
    boolean hasRoom(int length) throws IOException {
        requirePeer();
        if (publication.isClosed()) {
            throw client.over();
        }
        int term = publication.termBufferLength();
        int framed = LogBufferDescriptor.computeFragmentedFrameLength(length, claimable());
        long position = publication.position();
        long rest = term - (position & (term - 1));
        long limit = publication.positionLimit();
        if ((framed <= rest ? position : position + rest) < limit) {
            return true;
        }
        if (!publication.isConnected()) {
            throw lost();
        }
        return false;
    }

    private boolean isSent(long position) throws IOException {
        if (position > 0) {
            return true;
        }
        if (position == Publication.BACK_PRESSURED) {
            return false;
        }
        if (position == Publication.NOT_CONNECTED) {
            throw lost();
        }
        if (position == Publication.MAX_POSITION_EXCEEDED) {
            throw new IOException("this connection to " + peer + " has carried as many bytes as Aeron counts, "
                    + publication.maxPossiblePosition() + ": open another");
        }
        throw client.over();
    }

    private void requirePeer() throws IOException {
        if (lost) {
            throw lost();
        }
    }

    private PeerLostException lost() {
        lost = true;
        String why = client.rejection(publication.registrationId());
        return new PeerLostException(
                why.isEmpty() ? peer + " has closed, or its process has ended" : peer + " takes nothing more: " + why);
    }

    void close() {
        client.close(publication);
    }
}
