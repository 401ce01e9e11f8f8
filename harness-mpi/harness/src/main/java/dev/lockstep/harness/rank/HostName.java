package dev.lockstep.harness.rank;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself, also where no resolver knows that name. */
final class HostName {
    private static final Path KERNELS = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    static String ofThisMachine() throws IOException {
        if (Files.isReadable(KERNELS)) {
            return Files.readString(KERNELS).strip();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
