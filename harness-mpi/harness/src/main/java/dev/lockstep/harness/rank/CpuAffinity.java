package dev.lockstep.harness.rank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where the operating system lets this process run. */
final class CpuAffinity {
    private static final String KEY = "Cpus_allowed_list:";

    private CpuAffinity() {}

    /** A list such as {@code 0-3,8}, from /proc/self/status; "unknown" elsewhere than on Linux. */
    static String ofThisProcess() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return "unknown";
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(l -> l.startsWith(KEY))
                    .map(l -> l.substring(KEY.length()).strip())
                    .findFirst()
                    .orElse("unknown");
        }
    }
}
