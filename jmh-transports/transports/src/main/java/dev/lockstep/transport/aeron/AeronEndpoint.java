package dev.lockstep.transport.aeron;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Sender;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.ring.Waiting;
import io.aeron.Counter;
import io.aeron.ErrorCode;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import java.io.IOException;
import java.net.BindException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A subscription, which the thread that receives polls: each of its connections in turn. */
final class AeronEndpoint implements Endpoint {
    /** How long the driver may take to open it. */
    private static final long OPENING_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** How long who has asked may take to hear its first answer. */
    private static final long ANSWERING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Looks in vain between those at who has left. A power of two. */
    private static final int HOUSEKEEPING = 1024;

    private final Medium medium;
    private final Waiting waiting;
    private final int largest;
    private final int term;
    private final Client client;
    private final Guard guard;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Set<Outbox> outboxes = ConcurrentHashMap.newKeySet();

    private String address;

    /** The channel by which its outboxes hear answers. */
    private String hears;

    private Subscription subscription;
    private Counter registered;

    /** Those that have come, as Aeron's thread tells, and how many that were. */
    private final Queue<Image> arrived = new ConcurrentLinkedQueue<>();

    private final AtomicInteger arrivals = new AtomicInteger();
    private int welcomed;

    private final List<Incoming> incoming = new ArrayList<>();
    private long tokens;
    private int turn;
    private int inVain;

    /** For who does not ask. */
    private final Sender sender = new Sender();

    private AeronEndpoint(Setting setting, Medium medium, int term) throws IOException {
        this.medium = medium;
        this.term = term;
        waiting = Waiting.of(setting.options());
        largest = setting.largest();
        client = Client.of(setting.hosted());
        guard = client.guard(waiting);
    }

    /**
     * Opens one.
     *
     * @param term the length of each term of its connections, in bytes
     */
    static AeronEndpoint open(Setting setting, Medium medium, int term) throws IOException {
        AeronEndpoint endpoint = new AeronEndpoint(setting, medium, term);
        try {
            endpoint.listen(setting);
            return endpoint;
        } catch (IOException | RuntimeException e) {
            endpoint.close();
            throw e;
        }
    }

    private void listen(Setting setting) throws IOException {
        guard.enter();
        try {
            guard.begin();
            Medium.Place place = medium.listen(client, setting);
            if (setting.at().isEmpty()) {
                listen(place);
            } else {
                client.alone(() -> {
                    if (client.stream(place.label()) != Client.NONE) {
                        throw new BindException(place.address() + " is taken");
                    }
                    listen(place);
                });
            }
        } catch (AeronException e) {
            throw client.told(setting.at().orElse(setting.address().getHostAddress()) + " cannot be listened at", e);
        } finally {
            guard.leave();
        }
    }

    private void listen(Medium.Place place) throws IOException {
        subscription = inTime(subscribe(place));
        while ((address = medium.address(place, subscription)) == null) {
            inTime(guard.goOn(OPENING_NANOS) ? place : null);
        }
        String label = medium == Medium.UDP ? address : place.label();
        registered = inTime(client.register(guard, label, place.stream(), OPENING_NANOS));
    }

    /** A port whose owner has just left is waited for. */
    private Subscription subscribe(Medium.Place place) throws IOException {
        hears = place.hears();
        while (true) {
            // Before and after: the driver may give it up between.
            boolean left = medium.isLeft(client, place);
            try {
                return client.subscribe(guard, place.channel(), place.stream(), this::arrives, OPENING_NANOS);
            } catch (RegistrationException e) {
                left |= e.errorCode() == ErrorCode.RESOURCE_TEMPORARILY_UNAVAILABLE || medium.isLeft(client, place);
                if (!left || !guard.goOn(OPENING_NANOS)) {
                    throw e;
                }
            }
        }
    }

    private static <T> T inTime(T done) throws SocketTimeoutException {
        if (done == null) {
            throw new SocketTimeoutException("the driver of Aeron has not opened an endpoint in time");
        }
        return done;
    }

    /** Called by Aeron. */
    private void arrives(Image image) {
        arrived.add(image);
        arrivals.incrementAndGet();
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Outbox connect(String to, long timeoutNanos) throws IOException {
        guard.requireOpen();
        AeronOutbox outbox = new AeronOutbox(client, medium, waiting, largest, term, to, outboxes::remove);
        outboxes.add(outbox);
        try {
            guard.requireOpen();
            outbox.connect(address, hears, timeoutNanos);
            return outbox;
        } catch (AeronException e) {
            outbox.close();
            throw client.told(to + " cannot be connected to", e);
        } catch (IOException | RuntimeException e) {
            outbox.close();
            throw e;
        }
    }

    @Override
    public int receive(ByteBuffer into, long timeoutNanos) throws IOException {
        return receive(into, sender, timeoutNanos);
    }

    @Override
    public int receive(ByteBuffer into, Sender from, long timeoutNanos) throws IOException {
        Messages.receivable(into, largest);
        guard.enter();
        try {
            guard.begin();
            while (true) {
                int length = look(into, from);
                if (length != Reading.NOTHING) {
                    return length;
                }
                if (!guard.goOn(timeoutNanos)) {
                    return -1;
                }
            }
        } finally {
            guard.leave();
        }
    }

    private int look(ByteBuffer into, Sender from) throws IOException {
        welcome();
        for (int i = incoming.size(); i > 0; i--) {
            Incoming one = next();
            if (one.isKnown()) {
                int length = one.reading().receive(into);
                if (length != Reading.NOTHING) {
                    from.set(one.token());
                    return length;
                }
            }
        }
        keepHouse();
        return Reading.NOTHING;
    }

    @Override
    public int poll(Receiver receiver, int limit) throws IOException {
        guard.enter();
        try {
            welcome();
            int count = 0;
            for (int i = incoming.size(); i > 0 && count < limit; i--) {
                Incoming one = next();
                if (one.isKnown()) {
                    count += one.reading().poll(receiver, one.token(), limit - count);
                }
            }
            if (count == 0) {
                keepHouse();
            }
            return count;
        } finally {
            guard.leave();
        }
    }

    private Incoming next() {
        turn = turn + 1 < incoming.size() ? turn + 1 : 0;
        return incoming.get(turn);
    }

    private void welcome() {
        int now = arrivals.get();
        if (now == welcomed) {
            return;
        }
        welcomed = now;
        farewell();
        Image image;
        while ((image = arrived.poll()) != null) {
            if (image.joinPosition() == 0) {
                incoming.add(new Incoming(++tokens, image, largest));
            } else {
                client.reject(image, "it was connected to another who has had this address");
            }
        }
    }

    private void keepHouse() {
        if ((++inVain & (HOUSEKEEPING - 1)) == 0) {
            farewell();
        }
    }

    private void farewell() {
        for (int i = incoming.size() - 1; i >= 0; i--) {
            Incoming one = incoming.get(i);
            Optional<String> trouble = one.trouble(largest);
            if (trouble.isPresent() || one.image().isClosed()) {
                incoming.remove(i);
                one.close();
                trouble.ifPresent(why -> client.reject(one.image(), why));
            }
        }
    }

    @Override
    public void reply(long to, ByteBuffer message) throws IOException {
        Messages.sendable(message, largest);
        guard.enter();
        try {
            Publishing answers = incoming(to).answers(client, guard, medium, term, ANSWERING_NANOS);
            guard.begin();
            answers.write(message, guard, 0);
        } catch (AeronException e) {
            throw client.told("the peer cannot be answered", e);
        } finally {
            guard.leave();
        }
    }

    private Incoming incoming(long token) throws IOException {
        for (int i = 0; i < incoming.size(); i++) {
            Incoming one = incoming.get(i);
            if (one.token() == token && !one.image().isClosed()) {
                return one;
            }
        }
        throw Incoming.gone();
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<AutoCloseable> all = new ArrayList<>();
        all.add(guard::refuse);
        all.addAll(outboxes);
        all.add(() -> guard.close(this::leave));
        Closing.all(all);
    }

    private void leave(boolean mapped) {
        incoming.forEach(Incoming::close);
        if (subscription != null) {
            Client.quietly(subscription::close);
        }
        if (registered != null) {
            Client.quietly(registered::close);
            Client.quietly(() -> client.awaitGone(registered.id(), registered.registrationId()));
        }
        client.forget(guard);
        client.release();
    }
}
