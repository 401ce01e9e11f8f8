package dev.lockstep.comm.local;

/** Both sides of one rank on the same channels. */
final class Port {
    final Outbox outbox;
    final Mailbox mailbox;

    Port(ProgressEngine engine, Channels channels, int rank) {
        outbox = new Outbox(engine, channels, rank);
        mailbox = new Mailbox(engine, channels, rank);
    }

    void progress() {
        outbox.progress();
        mailbox.progress();
    }
}
