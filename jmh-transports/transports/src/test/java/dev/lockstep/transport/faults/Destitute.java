package dev.lockstep.transport.faults;

import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sends a message, takes all file descriptors there are, and sends another after a while. */
public final class Destitute {
    private static final int MOST = 20_000;

    /** Several looks of who watches over other processes. */
    private static final long WHILE_MILLIS = 1_000;

    private Destitute() {}

    /**
     * Runs it.
     *
     * @param args a transport, its folder, the largest message in bytes, and the address of a server
     * @throws IOException if a message cannot be sent
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Transport transport = Transports.discover().require(args[0]);
        Setting setting = Setting.of(transport, Path.of(args[1]), Integer.parseInt(args[2]));
        List<FileInputStream> all = new ArrayList<>();
        try (Endpoint client = transport.open(setting);
                Outbox outbox = client.connect(args[3], 0)) {
            outbox.send(ByteBuffer.allocate(4));
            String failed = "";
            while (failed.isEmpty() && all.size() < MOST) {
                try {
                    all.add(new FileInputStream("/dev/null"));
                } catch (IOException e) {
                    failed = e.getMessage();
                }
            }
            Thread.sleep(WHILE_MILLIS);
            outbox.send(ByteBuffer.allocate(5));
            for (FileInputStream one : all) {
                one.close();
            }
            System.out.println(failed + "; then sent");
        }
    }
}
