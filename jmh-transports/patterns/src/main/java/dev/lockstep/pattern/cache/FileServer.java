package dev.lockstep.pattern.cache;

import dev.lockstep.pattern.cache.Store.StoredFile;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Hosting;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Daemon;
import dev.lockstep.transport.support.Tcp;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the files of a folder over TCP, as a shared file system does: a thread for each reader, whose connection
 * stays. A reader opens a file and reads parts of it. Whoever can connect can read what is in the folder.
 */
final class FileServer implements Hosting {
    /** The option that names the folder. */
    static final String FOLDER = "folder";

    /** Requests: a name; an offset of 8 and a length of 4 bytes. */
    static final int OPEN = 1;

    static final int READ = 2;

    /** What an answer says first, or a reason; parts come before, each behind its length, and 0 is the end. */
    static final int FOUND = 255;

    /** The most bytes behind one length. */
    static final int BLOCK = 1 << 16;

    /** The most characters of why there is no file. */
    private static final int MOST_WORDS = 500;

    /** For {@link dev.lockstep.transport.process.PeerProcess}. */
    FileServer() {}

    /** Its text is where it listens: at the setting's address, on a free port. */
    @Override
    public Hosted host(Setting setting) throws IOException {
        Store store = new FolderStore(Path.of(setting.options().get(FOLDER)));
        ServerSocket listener = new ServerSocket();
        try {
            listener.bind(new InetSocketAddress(setting.address(), 0), Tcp.BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        Set<Socket> readers = ConcurrentHashMap.newKeySet();
        Daemon.start("file-server", () -> accept(listener, store, readers));
        return new Hosted(Tcp.format((InetSocketAddress) listener.getLocalSocketAddress()), () -> {
            listener.close();
            for (Socket reader : readers) {
                reader.close();
            }
        });
    }

    private static void accept(ServerSocket listener, Store store, Set<Socket> readers) {
        try (listener) {
            while (true) {
                Socket reader = listener.accept();
                readers.add(reader);
                if (listener.isClosed()) {
                    reader.close();
                }
                Daemon.start("file-server-reader", () -> serve(reader, store, readers));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static void serve(Socket socket, Store store, Set<Socket> readers) {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            if (in.readInt() == Tcp.GREETING) {
                new Reader(in, new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BLOCK)), store)
                        .serve();
            }
        } catch (IOException gone) {
            return;
        } finally {
            readers.remove(socket);
        }
    }

    /** One connection, until it ends. */
    private static final class Reader {
        private final DataInputStream in;
        private final DataOutputStream out;
        private final Store store;
        private final ByteBuffer block = ByteBuffer.allocate(BLOCK);
        private StoredFile open;

        Reader(DataInputStream in, DataOutputStream out, Store store) {
            this.in = in;
            this.out = out;
            this.store = store;
        }

        void serve() throws IOException {
            try {
                for (int asked = in.read(); asked == OPEN || (asked == READ && open != null); asked = in.read()) {
                    if (asked == OPEN) {
                        open(in.readUTF());
                    } else {
                        read(in.readLong(), in.readInt());
                    }
                    out.flush();
                }
            } finally {
                end();
            }
        }

        private void end() throws IOException {
            if (open != null) {
                open.close();
                open = null;
            }
        }

        private void open(String name) throws IOException {
            end();
            try {
                open = store.open(name);
            } catch (CacheException e) {
                refuse(e);
                return;
            }
            out.writeByte(FOUND);
            out.writeLong(open.size());
            out.writeLong(open.stamp());
        }

        private void read(long offset, int length) throws IOException {
            for (int done = 0; done < length; done += block.limit()) {
                block.clear().limit(Math.min(BLOCK, length - done));
                try {
                    open.read(offset + done, block);
                } catch (CacheException e) {
                    out.writeInt(0);
                    refuse(e);
                    return;
                }
                out.writeInt(block.limit());
                out.write(block.array(), 0, block.limit());
            }
            out.writeInt(0);
            out.writeByte(FOUND);
        }

        private void refuse(CacheException e) throws IOException {
            String words = e.getMessage();
            out.writeByte(e.reason().ordinal());
            out.writeUTF(words.substring(0, Math.min(words.length(), MOST_WORDS)));
        }
    }
}
