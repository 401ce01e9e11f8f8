package dev.lockstep.pattern.consensus;

import dev.lockstep.harness.OpTimes;
import dev.lockstep.harness.Rank;
import dev.lockstep.transport.benchmarks.Peer;
import dev.lockstep.transport.benchmarks.Peers;
import dev.lockstep.transport.support.Daemon;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * A process of the cluster, which answers who leads; that of rank 0 does, and asks all roles, itself included.
 *
 * @param <M> a message
 */
final class Role<M> {
    private final boolean leads;
    private final int roles;
    private final boolean listenerDecodes;
    private final Supplier<Form<M>> forms;
    /** For what can be asked of any. */
    private final Form<M> anyForm;

    private final Deque<Desk<M>> desks = new ConcurrentLinkedDeque<>();
    private final Links links;
    private final Progress progress = new Progress();
    private final Times times;
    private final Round round;
    private final List<Thread> listeners = new ArrayList<>();
    /** Null where one thread does everything. */
    private final Work work;
    /** That thread's. */
    private final Desk<M> own;

    private long awaited;
    private long lastOfBatch;

    /** What a thread needs to write and to read messages: many codecs are one thread's. */
    private record Desk<M>(Form<M> form, ByteBuffer out, ByteBuffer in) {}

    /**
     * Opens it, with its listeners; all ranks do so together.
     *
     * @param forms makes one for a thread
     * @param perMessage whether a connection is opened for each message
     * @throws IllegalArgumentException if there are more ranks than messages can name
     */
    Role(Rank rank, Peers peers, Threading threading, boolean perMessage, Supplier<Form<M>> forms) throws IOException {
        leads = rank.rank() == 0;
        roles = rank.size();
        if (roles > ObjectForm.MOST_ROLES) {
            throw new IllegalArgumentException("a message names one of " + ObjectForm.MOST_ROLES
                    + " roles: take --ranks " + ObjectForm.MOST_ROLES + " at most, not " + roles);
        }
        listenerDecodes = threading == Threading.POOL;
        this.forms = forms;
        anyForm = forms.get();
        int largest = anyForm.largest();
        own = new Desk<>(forms.get(), rank.allocate("direct", largest), rank.allocate("direct", largest));
        links = new Links(rank, peers, perMessage, largest);
        times = new Times(threading);
        round = new Round(roles, times);
        if (threading == Threading.EVENT_LOOP) {
            work = null;
            return;
        }
        work = new Work(threading, progress::fail);
        // All pings and their answers at once; more are made where they are needed.
        for (int i = 0; i < 2 * roles; i++) {
            desks.add(new Desk<>(forms.get(), rank.allocate("direct", largest), null));
        }
        for (Peer inbox : links.inboxes()) {
            ByteBuffer in = rank.allocate("direct", largest);
            listeners.add(Daemon.of("consensus-listener", () -> listen(inbox, in)));
        }
        listeners.forEach(Thread::start);
    }

    /** Receives until all who send to it have said that nothing more will come. */
    private void listen(Peer inbox, ByteBuffer in) {
        try {
            for (int senders = links.senders(); senders > 0; ) {
                int length = inbox.endpoint().receive(in.clear(), 0);
                if (length == 0) {
                    senders--;
                } else {
                    arrived(ByteBuffer.allocate(length).put(in.limit(length)).flip());
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            progress.fail(e);
        }
    }

    private void arrived(ByteBuffer bytes) {
        if (listenerDecodes) {
            M message = read(bytes);
            work.run(() -> handle(message));
        } else {
            work.run(() -> handle(read(bytes)));
        }
    }

    private M read(ByteBuffer bytes) {
        Desk<M> desk = desk();
        M message = desk.form.read(bytes);
        desks.push(desk);
        return message;
    }

    private Desk<M> desk() {
        Desk<M> desk = desks.poll();
        if (desk != null) {
            return desk;
        }
        Form<M> form = forms.get();
        return new Desk<>(form, ByteBuffer.allocateDirect(form.largest()), null);
    }

    private void handle(M message) {
        if (!anyForm.isPong(message)) {
            work.run(() -> {
                Desk<M> desk = desk();
                answer(desk, message);
                desks.push(desk);
            });
        } else if (isLast(message)) {
            progress.one();
        }
    }

    private boolean isLast(M pong) {
        if (!leads) {
            throw new IllegalStateException("an answer has come to a role that does not lead");
        }
        return round.answers(anyForm.role(pong), anyForm.round(pong));
    }

    private void answer(Desk<M> desk, M ping) throws IOException {
        send(desk, 0, desk.form.pong(ping));
        if (!leads) {
            progress.one();
        }
    }

    private void send(Desk<M> desk, int to, M message) throws IOException {
        desk.form.write(message, desk.out.clear());
        links.send(to, desk.out.flip());
    }

    /**
     * Before an iteration.
     *
     * @param rounds that it will have
     */
    void begin(int rounds) {
        lastOfBatch = awaited + rounds;
    }

    /** One round, from the first ping to the last pong; or this role's part in it. */
    void round(OpTimes distribution) throws IOException {
        awaited++;
        if (leads) {
            lead(distribution);
        } else if (work == null) {
            receive(links.inboxes().get(0));
        } else if (awaited < lastOfBatch) {
            progress.requireSound();
        } else {
            progress.await(awaited);
        }
    }

    private void lead(OpTimes distribution) throws IOException {
        long number = round.begin(distribution);
        for (int i = 0; i < roles; i++) {
            int role = i;
            round.asks(role);
            if (work == null) {
                send(own, role, own.form.ping(role, number));
            } else {
                work.run(() -> {
                    Desk<M> desk = desk();
                    send(desk, role, desk.form.ping(role, number));
                    desks.push(desk);
                });
            }
        }
        if (work != null) {
            progress.await(awaited);
            return;
        }
        for (Peer inbox : links.inboxes()) {
            for (int pongs = 0; pongs < links.senders(); ) {
                pongs += receive(inbox) ? 1 : 0;
            }
        }
        progress.one();
    }

    /** Receives a message, by the one thread; whether it was an answer, and not one that is to be answered. */
    private boolean receive(Peer inbox) throws IOException {
        int length = inbox.endpoint().receive(own.in.clear(), 0);
        M message = own.form.read(own.in.limit(length));
        if (anyForm.isPong(message)) {
            isLast(message);
            return true;
        }
        answer(own, message);
        return false;
    }

    /** Rounds that were completed, or answered. */
    long done() {
        return progress.done();
    }

    /** From the first ping to the last pong, in all rounds since this was asked last; of the leader. */
    long takeRoundNanos() {
        return round.takeNanos();
    }

    /** From each ping to its pong, in all rounds since this was asked last; of the leader. */
    Histogram takePointToPoint() throws IOException {
        return times.take();
    }

    /** Ends all threads, and closes all connections; all ranks do so together. */
    void close(Rank rank, Peers peers) throws IOException {
        if (work != null) {
            work.close();
            ByteBuffer nothing = ByteBuffer.allocateDirect(0);
            for (int to = 0; to < (leads ? roles : 1); to++) {
                links.send(to, nothing);
            }
            join();
        }
        times.close();
        links.close(rank, peers);
    }

    private void join() throws IOException {
        for (Thread listener : listeners) {
            Daemon.join(listener, "after the last round a listener still waits for a message");
        }
        progress.requireSound();
    }
}
