package dev.lockstep.transport.benchmarks;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A rank's endpoints, as many as it likes: who is to know of them is told in another way than by {@link Peers}. */
public final class Ends implements Closeable {
    private final Transport transport;
    private final Setting setting;
    private final List<Endpoint> opened = new ArrayList<>();

    /**
     * None yet.
     *
     * @param setting of each; its folder, empty now, is removed with them
     */
    public Ends(Transport transport, Setting setting) {
        this.transport = transport;
        this.setting = setting;
    }

    /** The transport of all. */
    public Transport transport() {
        return transport;
    }

    /** What they are opened with. */
    public Setting setting() {
        return setting;
    }

    /**
     * Opens one more.
     *
     * @param more changes the setting
     * @return closed with this at the latest
     * @throws IOException if the transport cannot open it
     */
    public synchronized Endpoint open(UnaryOperator<Setting> more) throws IOException {
        Endpoint endpoint = transport.open(more.apply(setting));
        opened.add(endpoint);
        return endpoint;
    }

    @Override
    public synchronized void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>(opened);
        all.add(() -> Files.deleteIfExists(setting.folder()));
        Closing.all(all);
    }
}
