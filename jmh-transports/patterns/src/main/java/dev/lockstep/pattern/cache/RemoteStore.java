package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.CacheException.Reason;
import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import dev.lockstep.transport.Transports.Choice;
import dev.lockstep.transport.process.PeerProcess;
import dev.lockstep.transport.shaped.ShapedTransport;
import dev.lockstep.transport.shaped.Switch;
import dev.lockstep.transport.support.Tcp;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A shared file system, seen by one reader: a {@link FileServer} in a process of its own, to which leads one link of a
 * bounded rate and with a delay. All readers of all processes share that link; each has one of the same kind besides.
 */
public final class RemoteStore implements Store {
    private static final String SEPARATOR = " ";

    private static final int PATIENCE_MILLIS = (int) TimeUnit.SECONDS.toMillis(60);

    /** Of the most that is asked for: a byte, an offset and a length. */
    private static final int REQUEST = 1 + Long.BYTES + Integer.BYTES;

    private final String address;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final byte[] block = new byte[FileServer.BLOCK];
    private final ByteBuffer request = ByteBuffer.allocate(REQUEST);
    private String broken;
    private Remote open;

    private RemoteStore(String address, Socket socket) throws IOException {
        this.address = address;
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), FileServer.BLOCK));
        out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(Tcp.GREETING);
    }

    /**
     * Starts the processes that are the shared file system.
     *
     * @param folder whose files it has
     * @param link its rate and delay, as in {@code 1gbit:delay=1ms}; {@code plain} for none
     * @param address of this host, by which readers reach it
     * @param scratch where the processes leave what they write
     * @return to be closed by the caller after the last reader; its text is for {@link #connect}
     * @throws IllegalArgumentException if that is no link; says how one is written
     * @throws IOException if a process does not start
     */
    public static Hosted host(Path folder, String link, InetAddress address, Path scratch) throws IOException {
        Choice shaped = link(link);
        Setting setting = new Setting(
                Map.of(FileServer.FOLDER, folder.toString()),
                "",
                address,
                scratch,
                0,
                Optional.empty(),
                List.of(),
                Optional.empty());
        Hosted files = PeerProcess.hosted(new FileServer(), setting);
        if (link.equals(ShapedTransport.PLAIN)) {
            return files;
        }
        try {
            Hosted cables = PeerProcess.hosted(new Switch(), setting.with(shaped.options()));
            return new Hosted(files.text() + SEPARATOR + cables.text(), () -> Closing.all(List.of(cables, files)));
        } catch (IOException | RuntimeException e) {
            Closing.because(e, List.of(files));
            throw e;
        }
    }

    /**
     * A link that is written so.
     *
     * @throws IllegalArgumentException if it is none; says how one is written
     */
    static Choice link(String text) {
        return ShapedTransport.on(Transports.discover().choose("socket"), text);
    }

    /**
     * Connects a reader.
     *
     * @param hosted the text of what was hosted
     * @param reader who has a link of his own
     * @return to be closed by the caller
     * @throws IOException if nobody is there
     */
    public static RemoteStore connect(String hosted, String reader) throws IOException {
        String[] places = hosted.split(SEPARATOR, 2);
        String way = places.length == 1 ? places[0] : Switch.way(places[1], places[0], reader);
        Socket socket = new Socket();
        try {
            socket.connect(Tcp.parse(way), PATIENCE_MILLIS);
            return new RemoteStore(places[0], socket);
        } catch (IOException e) {
            Closing.because(e, List.of(socket));
            throw new IOException("the shared store at " + places[0] + " cannot be reached: " + Tcp.reason(e), e);
        }
    }

    @Override
    public StoredFile open(String name) throws CacheException {
        Store.requireLength(name);
        try {
            requireWhole();
            open = null;
            out.write(asked(name));
            answer();
            open = new Remote(name, in.readLong(), in.readLong());
            return open;
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    /** In one piece, and so in one frame. */
    private static byte[] asked(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream all = new DataOutputStream(bytes)) {
            all.writeByte(FileServer.OPEN);
            all.writeUTF(name);
        }
        return bytes.toByteArray();
    }

    private void answer() throws IOException {
        int said = in.readUnsignedByte();
        if (said >= Reason.values().length && said != FileServer.FOUND) {
            throw new IOException("what answers there is no server of files");
        }
        if (said != FileServer.FOUND) {
            throw new CacheException(Reason.values()[said], in.readUTF());
        }
    }

    private void requireWhole() throws IOException {
        if (broken != null) {
            throw new IOException(broken);
        }
    }

    /** What the store says stays what it is; anything else ends the connection, on which answers could be taken for others. */
    private CacheException failed(String name, IOException e) {
        if (!(e instanceof CacheException) && broken == null) {
            broken = "the shared store at " + address + " is gone: "
                    + (e instanceof EOFException ? "its connection has ended" : Tcp.reason(e));
            Closing.because(e, List.of(socket));
        }
        return CacheException.of(name, e instanceof CacheException ? e : new IOException(broken));
    }

    private void read(Remote file, long offset, ByteBuffer into) throws IOException {
        requireWhole();
        if (open != file) {
            throw new IllegalStateException(file.name + " is no longer open: another file is");
        }
        request.clear().put((byte) FileServer.READ).putLong(offset).putInt(into.remaining());
        out.write(request.array());
        for (int length = in.readInt(); length > 0; length = in.readInt()) {
            if (length > Math.min(into.remaining(), block.length)) {
                throw new IOException("it sends more than it was asked for");
            }
            in.readFully(block, 0, length);
            into.put(block, 0, length);
        }
        answer();
        if (into.hasRemaining()) {
            throw new IOException("it sends less than it was asked for");
        }
    }

    /** Ends the connection. */
    @Override
    public void close() throws IOException {
        socket.close();
    }

    private final class Remote implements StoredFile {
        private final String name;
        private final long size;
        private final long stamp;

        Remote(String name, long size, long stamp) {
            this.name = name;
            this.size = size;
            this.stamp = stamp;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public long stamp() {
            return stamp;
        }

        @Override
        public void read(long offset, ByteBuffer into) throws CacheException {
            try {
                RemoteStore.this.read(this, offset, into);
            } catch (IOException e) {
                throw failed(name, e);
            }
        }

        /** The server closes it when the next one is opened, or with the connection. */
        @Override
        public void close() {}
    }
}
