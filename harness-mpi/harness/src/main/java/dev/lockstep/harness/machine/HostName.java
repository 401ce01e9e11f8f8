package dev.lockstep.harness.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself, also where no resolver knows that name. */
public final class HostName {
    private static final Path KERNELS = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /**
     * Its name.
     *
     * @return as the kernel says it, else as the resolver does, else {@code unknown}
     * @throws IOException if the kernel's answer cannot be read
     */
    public static String ofThisMachine() throws IOException {
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
