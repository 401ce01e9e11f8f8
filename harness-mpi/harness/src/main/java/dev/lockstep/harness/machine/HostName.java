package dev.lockstep.harness.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this machine, also where no resolver knows it. */
public final class HostName {
    private static final Path KERNELS = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    /** The name as the kernel says it, else as the resolver does, else {@code unknown}. */
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
