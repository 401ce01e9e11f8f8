package dev.lockstep.comm.sockets;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** File descriptors of this process: how many it has, and may have. */
final class OpenFiles {
    /** What stays free for jars, libraries and connections to other ranks. */
    private static final int RESERVE = 64;

    private OpenFiles() {}

    /**
     * Does nothing where nobody knows the limit.
     *
     * @throws IOException if so many more cannot be had; it says which limit would do
     */
    static void require(int more, String what) throws IOException {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            long open = unix.getOpenFileDescriptorCount();
            long most = unix.getMaxFileDescriptorCount();
            long right = open + more + RESERVE;
            if (most < right) {
                throw new IOException(what + " need " + more + " file descriptors; " + open + " of " + most
                        + " are in use, and " + RESERVE + " must stay free; raise the limit to " + right
                        + " or more (ulimit -n " + right + ")");
            }
        }
    }
}
