package dev.lockstep.transport.channel;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Capability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Messages;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.support.JdkOnly;
import dev.lockstep.transport.support.Tcp;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Channels over Unix domain sockets, which are files in the setting's folder. */
public final class UdsTransport implements Transport, Family {
    private static final String SCHEME = "unix:";
    private static final long RETRY_NANOS = 1_000_000;

    @Override
    public String name() {
        return "uds";
    }

    @Override
    public String description() {
        return "java.nio channels over Unix domain sockets, and one selector loop";
    }

    @Override
    public Availability availability(Map<String, String> options) {
        try {
            SocketChannel.open(StandardProtocolFamily.UNIX).close();
            return JdkOnly.availability(options);
        } catch (IOException | UnsupportedOperationException e) {
            return new Availability.Unavailable("this system has no Unix domain sockets: " + e, "take nio");
        }
    }

    @Override
    public String medium() {
        return "a Unix domain socket";
    }

    @Override
    public String waiting(Map<String, String> options) {
        return "sleeping";
    }

    @Override
    public Map<Capability, String> unsupported(Map<String, String> options) {
        return Map.of(
                Capability.HOSTS, "its addresses are files of one host", Capability.PUSH, ChannelEndpoint.NO_THREAD);
    }

    @Override
    public int largest(Map<String, String> options) {
        return Tcp.LARGEST;
    }

    @Override
    public Endpoint open(Setting setting) throws IOException {
        Messages.carried(setting, this);
        return new ChannelEndpoint(setting, this);
    }

    @Override
    public ServerSocketChannel listen(Setting setting) throws IOException {
        Path path = setting.at().isPresent()
                ? path(setting.at().get())
                : setting.folder().resolve("s" + UUID.randomUUID().toString().substring(0, 8));
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            return setting.at().isPresent() ? bindAlone(listener, path) : bind(listener, path);
        } catch (IOException e) {
            listener.close();
            throw new IOException(path + " cannot be listened at: " + e.getMessage(), e);
        }
    }

    private static ServerSocketChannel bind(ServerSocketChannel listener, Path path) throws IOException {
        return listener.bind(UnixDomainSocketAddress.of(path), Tcp.BACKLOG);
    }

    /** One opener at a time: of two that find what a killed one has left, the second would remove the first one's. */
    private static synchronized ServerSocketChannel bindAlone(ServerSocketChannel listener, Path path)
            throws IOException {
        File lock = new File(path + ".lock");
        while (true) {
            // Nobody opens it a second time meanwhile: closing any descriptor of it ends a lock (fcntl(2)).
            try (RandomAccessFile held = new RandomAccessFile(lock, "rw")) {
                held.getChannel().lock();
                int length = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
                held.setLength(length);
                // Of another length it is a later file of that name: who had this one before has deleted it.
                if (lock.length() == length) {
                    try {
                        return bindAnew(listener, path);
                    } finally {
                        Files.deleteIfExists(lock.toPath());
                    }
                }
            }
        }
    }

    /** The file of one that was killed is in the way of the next, though nobody listens there. */
    private static ServerSocketChannel bindAnew(ServerSocketChannel listener, Path path) throws IOException {
        try {
            return bind(listener, path);
        } catch (BindException taken) {
            if (!isLeft(path)) {
                throw taken;
            }
            Files.deleteIfExists(path);
            return bind(listener, path);
        }
    }

    /** Whether it is a socket where nobody listens. Who is too busy to be connected to does listen. */
    private static boolean isLeft(Path path) throws IOException {
        try {
            SocketChannel somebody = tried(UnixDomainSocketAddress.of(path));
            if (somebody != null) {
                somebody.close();
            }
            return false;
        } catch (ConnectException refused) {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther();
        } catch (SocketException gone) {
            return false;
        }
    }

    private static Path path(String address) {
        if (!address.startsWith(SCHEME)) {
            throw new IllegalArgumentException("an address has the form " + SCHEME + "PATH, not " + address);
        }
        return Path.of(address.substring(SCHEME.length()));
    }

    @Override
    public String format(ServerSocketChannel listener) throws IOException {
        return SCHEME + ((UnixDomainSocketAddress) listener.getLocalAddress()).getPath();
    }

    @Override
    public SocketChannel connect(String address, long timeoutNanos) throws IOException {
        UnixDomainSocketAddress to = UnixDomainSocketAddress.of(path(address));
        long start = System.nanoTime();
        try {
            SocketChannel channel;
            while ((channel = tried(to)) == null) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("interrupted");
                }
                if (timeoutNanos != 0 && System.nanoTime() - start >= timeoutNanos) {
                    throw new SocketTimeoutException("Connect timed out");
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
            return channel;
        } catch (IOException e) {
            throw new IOException(address + " cannot be connected to: " + e.getMessage(), e);
        }
    }

    /** A connection; null if the listener's queue is full, for whose end there is no event (connect(2), EAGAIN). */
    private static SocketChannel tried(UnixDomainSocketAddress to) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean connected = false;
        try {
            channel.configureBlocking(false);
            connected = channel.connect(to);
            return connected ? channel : null;
        } catch (SocketException e) {
            // The JDK has no type of its own for it.
            if (e instanceof ConnectException || !Files.isWritable(to.getPath())) {
                throw e;
            }
            return null;
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    @Override
    public void configure(SocketChannel channel) {
        // There is nothing to choose.
    }

    @Override
    public void leave(String address) throws IOException {
        Files.deleteIfExists(path(address));
    }
}
