package dev.lockstep.comm.local;

import dev.lockstep.comm.support.Part;
import dev.lockstep.comm.support.Parts;
import java.nio.ByteBuffer;

/** Both sides of one rank on the same channels. */
final class Port implements Parts {
    final Outbox outbox;
    final Mailbox mailbox;

    Port(ProgressEngine engine, Channels channels, int rank) {
        outbox = new Outbox(engine, channels, rank);
        mailbox = new Mailbox(engine, channels, rank);
    }

    @Override
    public Part send(ByteBuffer buffer, int at, int length, int to, int tag) {
        return outbox.sendNow(buffer, at, length, to, tag) ? null : outbox.start(buffer, at, length, to, tag, false);
    }

    @Override
    public Part receive(ByteBuffer buffer, int at, int length, int from, int tag) {
        return mailbox.post(buffer, at, length, from, tag);
    }

    void progress() {
        outbox.progress();
        mailbox.progress();
    }
}
