package dev.lockstep.transport.aeron;

import dev.lockstep.transport.ring.Waiting;
import dev.lockstep.transport.support.Apart;
import dev.lockstep.transport.support.Tcp;
import io.aeron.Aeron;
import io.aeron.AvailableImageHandler;
import io.aeron.Counter;
import io.aeron.ErrorCode;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.DriverTimeoutException;
import io.aeron.exceptions.RegistrationException;
import io.aeron.exceptions.TimeoutException;
import java.io.IOException;
import java.net.BindException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** What this process has of a host's driver, for all of its endpoints. */
final class Client {
    /** No stream. */
    static final int NONE = -1;

    private static final String CLOSED = "Aeron's client is closed";

    /** The type of counters that endpoints have; those from 1000 on are anybody's. */
    private static final int ENDPOINT = 19_563;

    /** Connections and endpoints are set up in the thread of who wants them; the client's own takes what comes, and keeps alive. */
    private static final long CONDUCTOR_MILLIS = 1;

    /** How long what a peer has closed stays mapped, for who is just looking at it. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long DRIVER_MILLIS = TimeUnit.SECONDS.toMillis(5);

    /** How long an endpoint that closes waits for its address to be free, and who finds something closed for the reason. */
    private static final long LEAVING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_NANOS = 20_000;

    /** Those of this process, by the driver's folder; guarded by itself. */
    private static final Map<Path, Client> ALL = new HashMap<>();

    private final Path folder;
    private final FileStore memory;
    private final Aeron aeron;
    private final Door door = new Door();
    private final Set<Guard> guards = ConcurrentHashMap.newKeySet();

    /** Why a peer wants nothing of a publication, by its number. */
    private final Map<Long, String> rejections = new ConcurrentHashMap<>();

    /** Held by who reads counters, which are unmapped at the end. */
    private final Object counters = new Object();

    /** Held by who opens an endpoint at an address. */
    private final Object opening = new Object();

    /** Why it ends: said before it has ended, and after everything of it is closed. */
    private volatile String failure = CLOSED;

    private int users;

    /** Aeron's own lock. Its client ends with this held, and then waits for all who are inside: so none of these waits for it. */
    private static final class Door extends ReentrantLock {
        private static final long serialVersionUID = 1;
        private volatile boolean ended;

        @Override
        public void lock() {
            while (!tryLock()) {
                if (ended) {
                    throw new AeronException("Aeron's client has ended");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private Client(Path folder) throws IOException {
        this.folder = folder;
        memory = Files.getFileStore(folder);
        Aeron.Context context = new Aeron.Context()
                .aeronDirectoryName(Driver.directory(folder).toString())
                .clientName("lockstep")
                .clientLock(door)
                .closeHandler(this::end)
                .errorHandler(this::failed)
                .subscriberErrorHandler(this::failed)
                .publicationErrorFrameHandler(frame -> rejections.put(frame.registrationId(), frame.errorMessage()))
                .idleStrategy(new SleepingMillisIdleStrategy(CONDUCTOR_MILLIS))
                .driverTimeoutMs(DRIVER_MILLIS)
                .resourceLingerDurationNs(LINGER_NANOS)
                .threadFactory(Driver::daemon);
        aeron = Apart.call(() -> Aeron.connect(context));
    }

    /**
     * That of a driver, to be {@linkplain #release released}.
     *
     * @param folder of the driver, as whoever hosts it says
     * @throws IOException if no driver is there
     */
    static Client of(String folder) throws IOException {
        Path path = Path.of(folder);
        if (folder.isEmpty() || !Files.isDirectory(Driver.directory(path))) {
            throw new IOException("no driver of Aeron is at '" + folder + "': it is hosted, one for each host");
        }
        synchronized (ALL) {
            Client client = ALL.get(path);
            if (client == null || client.isOver()) {
                try {
                    client = new Client(path);
                } catch (AeronException e) {
                    throw new IOException("the driver of Aeron at " + folder + " does not answer: " + Tcp.reason(e), e);
                }
                ALL.put(path, client);
            }
            client.users++;
            return client;
        }
    }

    void release() {
        synchronized (ALL) {
            if (--users > 0) {
                return;
            }
            ALL.remove(folder, this);
        }
        Apart.run(aeron::close);
    }

    /** The driver's folder, which names the host and the launch. */
    Path folder() {
        return folder;
    }

    Guard guard(Waiting waiting) {
        Guard guard = new Guard(waiting);
        guards.add(guard);
        if (door.ended) {
            guard.end(failure);
        }
        return guard;
    }

    void forget(Guard guard) {
        guards.remove(guard);
    }

    /** Called by Aeron before it unmaps anything. */
    private void end() {
        synchronized (counters) {
            door.ended = true;
        }
        guards.forEach(guard -> guard.end(failure));
    }

    private void failed(Throwable error) {
        if (error instanceof DriverTimeoutException) {
            failure = "the driver of Aeron at " + folder + " has ended: " + Tcp.reason(error);
        } else if (error instanceof TimeoutException) {
            failure = "this process was held up for so long that Aeron's client has ended: " + Tcp.reason(error);
        }
    }

    /** What is told to who finds closed what it has not closed: Aeron closes everything, and then says why. */
    IOException over() {
        long begun = System.nanoTime();
        while (!isOver() && System.nanoTime() - begun < LEAVING_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return new IOException(failure);
    }

    private boolean isOver() {
        return door.ended || !failure.equals(CLOSED);
    }

    /**
     * Why something could not be done.
     *
     * @param what cannot be done, for people
     */
    IOException told(String what, AeronException error) {
        if (isOver()) {
            return new IOException(failure, error);
        }
        String reason = Tcp.reason(error);
        if (error instanceof RegistrationException refused && refused.errorCode() == ErrorCode.STORAGE_SPACE) {
            reason = "no shared memory is left in " + folder + ": " + reason;
        }
        return new IOException(what + ": " + reason, error);
    }

    /**
     * Requires that there is memory for more buffers: one that lacks when it is touched would end the JVM.
     *
     * @throws IOException if there is not
     */
    void requireSpace(long bytes) throws IOException {
        Driver.requireSpace(memory, folder, bytes, "a connection; take a smaller term=");
    }

    /** A number that no other call of any process gets from this driver. */
    int next() {
        return (int) aeron.nextCorrelationId() & Integer.MAX_VALUE;
    }

    /**
     * Waits until the driver has done something, or gives it up.
     *
     * @return null if the time is over
     */
    private static <T> T await(Guard guard, long timeoutNanos, Supplier<T> look, Runnable giveUp) throws IOException {
        T found = null;
        try {
            do {
                found = look.get();
            } while (found == null && guard.goOn(timeoutNanos));
            return found;
        } finally {
            if (found == null) {
                quietly(giveUp);
            }
        }
    }

    /**
     * Adds an exclusive publication. Nobody but that thread waits for it, whom an interrupt ends; in Aeron's own call it would
     * end the client.
     *
     * @return null if the time is over
     */
    ExclusivePublication publish(Guard guard, String channel, int stream, long timeoutNanos) throws IOException {
        long id = aeron.asyncAddExclusivePublication(channel, stream);
        return await(
                guard, timeoutNanos, () -> aeron.getExclusivePublication(id), () -> aeron.asyncRemovePublication(id));
    }

    /** Adds a subscription; null if the time is over. */
    Subscription subscribe(Guard guard, String channel, int stream, AvailableImageHandler arrives, long timeoutNanos)
            throws IOException {
        long id = aeron.asyncAddSubscription(channel, stream, arrives, null);
        return await(guard, timeoutNanos, () -> aeron.getSubscription(id), () -> aeron.asyncRemoveSubscription(id));
    }

    /** Says to all processes that an endpoint is there; null if the time is over. */
    Counter register(Guard guard, String label, int stream, long timeoutNanos) throws IOException {
        UnsafeBuffer key = new UnsafeBuffer(new byte[Integer.BYTES]);
        key.putInt(0, stream);
        byte[] text = label.getBytes(StandardCharsets.US_ASCII);
        long id = aeron.asyncAddCounter(ENDPOINT, key, 0, Integer.BYTES, new UnsafeBuffer(text), 0, text.length);
        return await(guard, timeoutNanos, () -> aeron.getCounter(id), () -> aeron.asyncRemoveCounter(id));
    }

    /** What opens an endpoint. */
    @FunctionalInterface
    interface Opening {
        void run() throws IOException;
    }

    /** Opens an endpoint while no other is opened at an address, by whichever process of the host. */
    void alone(Opening endpoint) throws IOException {
        synchronized (opening) {
            try (FileChannel file =
                    FileChannel.open(folder.resolve("opening"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                FileLock lock = file.lock();
                try {
                    endpoint.run();
                } finally {
                    lock.release();
                }
            } catch (OverlappingFileLockException anotherVersion) {
                throw new BindException("another endpoint is just being opened");
            }
        }
    }

    /** The stream of the endpoint that is registered with a label; {@link #NONE} if none is. */
    int stream(String label) {
        synchronized (counters) {
            int id = find(
                    one -> reader().getCounterTypeId(one) == ENDPOINT && label.equals(reader().getCounterLabel(one)));
            return id < 0
                    ? NONE
                    : reader().metaDataBuffer().getInt(CountersReader.metaDataOffset(id) + CountersReader.KEY_OFFSET);
        }
    }

    /** Whether the driver has bound a port, written {@code HOST:PORT}. */
    boolean isBound(String port) {
        synchronized (counters) {
            return find(one -> {
                        String label = reader().getCounterLabel(one);
                        return label.startsWith("rcv-local-sockaddr") && label.endsWith(" " + port);
                    })
                    >= 0;
        }
    }

    /** Waits until a counter that was closed is gone, and the address with it. */
    void awaitGone(int id, long registration) {
        long begun = System.nanoTime();
        while (isThere(id, registration) && System.nanoTime() - begun < LEAVING_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isThere(int id, long registration) {
        synchronized (counters) {
            return !door.ended
                    && reader().getCounterState(id) == CountersReader.RECORD_ALLOCATED
                    && reader().getCounterRegistrationId(id) == registration;
        }
    }

    private CountersReader reader() {
        return aeron.countersReader();
    }

    /** The first counter of which that is true; -1 if there is none. */
    private int find(IntPredicate wanted) {
        if (door.ended) {
            throw new AeronException("Aeron's client has ended");
        }
        for (int id = 0; id <= reader().maxCounterId(); id++) {
            int state = reader().getCounterState(id);
            if (state == CountersReader.RECORD_UNUSED) {
                return -1;
            }
            if (state == CountersReader.RECORD_ALLOCATED && wanted.test(id)) {
                return id;
            }
        }
        return -1;
    }

    /** Why a peer wants nothing of a publication; empty if it has not said so. */
    String rejection(long publication) {
        return rejections.getOrDefault(publication, "");
    }

    /** Tells who sends there that nothing more is taken. */
    void reject(Image image, String reason) {
        quietly(() -> Apart.run(() -> image.reject(reason)));
    }

    /** Does what need not be done any more once the client, or the driver, has ended. */
    static void quietly(Runnable action) {
        try {
            action.run();
        } catch (AeronException ended) {
            // Whatever it was, it is gone with that.
            return;
        }
    }

    /** Closes a publication. */
    void close(ExclusivePublication publication) {
        quietly(publication::close);
        rejections.remove(publication.registrationId());
    }
}
