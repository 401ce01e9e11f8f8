package dev.lockstep.harness.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** When a launch got how far, in seconds since it was prepared: {@code timeline.txt} in its folder says where the time of a cell goes. */
final class Timeline {
    private final long start = System.nanoTime();
    private final Map<String, Long> first = new LinkedHashMap<>();
    private final Map<String, Long> last = new LinkedHashMap<>();

    /** Something happened, perhaps once on each rank. */
    synchronized void mark(String what) {
        long now = System.nanoTime() - start;
        first.putIfAbsent(what, now);
        last.put(what, now);
    }

    synchronized void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder("event,first_s,last_s\n");
        for (String what : first.keySet()) {
            text.append(
                    String.format(Locale.ROOT, "%s,%.3f,%.3f%n", what, first.get(what) / 1e9, last.get(what) / 1e9));
        }
        Files.writeString(file, text);
    }
}
