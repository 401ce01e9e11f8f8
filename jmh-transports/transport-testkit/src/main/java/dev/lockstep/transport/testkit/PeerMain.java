package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;

/** The second process of a clause: sends back what comes, until its standard input ends or it is killed. */
public final class PeerMain {
    /** The file that says where it is. */
    static final String ADDRESS = "address";

    private PeerMain() {}

    /**
     * Runs the peer.
     *
     * @param args the transport's class, a folder for its address, the setting's folder, the largest message in bytes,
     *     the address to send to, and options
     * @throws Exception if the transport fails
     */
    public static void main(String[] args) throws Exception {
        Thread watching = new Thread(PeerMain::endWithInput, "standard input");
        watching.setDaemon(true);
        watching.start();
        Transport transport =
                (Transport) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        Map<String, String> options = new HashMap<>();
        for (int i = 5; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            options.put(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        int largest = Integer.parseInt(args[3]);
        Setting setting = Setting.of(transport, Path.of(args[2]), largest).with(options);
        try (Endpoint endpoint = transport.open(setting);
                Outbox back = endpoint.connect(args[4], Stage.LONG_NANOS)) {
            Path folder = Path.of(args[1]);
            Path written = Files.writeString(folder.resolve(ADDRESS + ".new"), endpoint.address());
            Files.move(written, folder.resolve(ADDRESS), StandardCopyOption.ATOMIC_MOVE);
            ByteBuffer message = ByteBuffer.allocateDirect(largest);
            while (true) {
                int length = endpoint.receive(message.clear(), 0);
                back.send(message.limit(length));
                back.flush();
            }
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            // As good as an end.
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }
}
