package dev.lockstep.transport.faults;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Connects until that fails, says why, closes what it has, and sends a message by a connection of before. */
public final class Exhausting {
    private static final int MOST = 20_000;

    private Exhausting() {}

    /**
     * Runs it.
     *
     * @param args a transport with its options, its folder, the largest message in bytes, and perhaps the address of another server
     * @throws IOException if something else fails than a further connection
     */
    public static void main(String[] args) throws IOException {
        Transports.Choice choice = Transports.discover().choose(args[0]);
        Transport transport = choice.transport();
        Setting setting = Setting.of(transport, Path.of(args[1]), Integer.parseInt(args[2]))
                .with(choice.options());
        try (Hosted hosted = transport.host(setting)) {
            exhaust(transport, setting.withHosted(hosted.text()), args);
        } catch (IOException e) {
            System.out.println("failed: " + e.getMessage());
        }
    }

    private static void exhaust(Transport transport, Setting setting, String[] args) throws IOException {
        try (Endpoint server = transport.open(setting);
                Endpoint client = transport.open(setting)) {
            String address = args.length > 3 ? args[3] : server.address();
            List<Outbox> all = new ArrayList<>();
            passOne(server, client);
            IOException failed = null;
            while (failed == null && all.size() < MOST) {
                try {
                    all.add(client.connect(address, 60_000_000_000L));
                } catch (IOException e) {
                    failed = e;
                }
            }
            for (Outbox outbox : all.subList(Math.min(1, all.size()), all.size())) {
                outbox.close();
            }
            String then = "nothing";
            if (!all.isEmpty()) {
                all.get(0).send(ByteBuffer.allocate(5));
                ByteBuffer in = ByteBuffer.allocate(setting.largest());
                int length = -1;
                for (int i = 0; i < 100 && length < 0; i++) {
                    try {
                        length = server.receive(in, 1_000_000_000);
                    } catch (IOException exhaustedToo) {
                        // What could not be accepted is named once for each.
                        continue;
                    }
                }
                then = length + " bytes";
            }
            System.out.println("connections " + all.size() + "; " + failed + "; then " + then);
        }
    }

    /** With descriptors at an end no class could be loaded that passing a message takes. */
    private static void passOne(Endpoint server, Endpoint client) throws IOException {
        try (Outbox outbox = client.connect(server.address(), 60_000_000_000L)) {
            outbox.send(ByteBuffer.allocate(1));
            server.receive(ByteBuffer.allocate(1024), 60_000_000_000L);
        }
    }
}
