package dev.lockstep.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The programs that made a run: results of two parts belong together only if they are the same.
 *
 * @param lockstep its version
 * @param jmh its version
 * @param hostJvm version of the JVM that held the launches together
 * @param forkJvm version of the JVM that measured
 * @param classPath file to checksum, in order
 */
public record Provenance(String lockstep, String jmh, String hostJvm, String forkJvm, Map<String, String> classPath) {
    public Provenance {
        lockstep = Objects.requireNonNullElse(lockstep, "");
        jmh = Objects.requireNonNullElse(jmh, "");
        hostJvm = Objects.requireNonNullElse(hostJvm, "");
        forkJvm = Objects.requireNonNullElse(forkJvm, "");
        classPath = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(classPath, Map.of())));
    }

    /** The differences from an earlier part, in words; none if the two belong together. */
    public List<String> differences(Provenance earlier) {
        List<String> all = new ArrayList<>();
        differ(all, "lockstep", earlier.lockstep, lockstep);
        differ(all, "jmh", earlier.jmh, jmh);
        differ(all, "hostJvm", earlier.hostJvm, hostJvm);
        differ(all, "forkJvm", earlier.forkJvm, forkJvm);
        all.addAll(classPath(earlier.classPath, classPath));
        return all;
    }

    private static void differ(List<String> all, String what, String before, String now) {
        if (!before.equals(now)) {
            all.add(what + " was " + before + ", now " + now);
        }
    }

    /** Compares class paths by contents: the same jars may lie elsewhere. */
    private static List<String> classPath(Map<String, String> earlier, Map<String, String> now) {
        Set<String> before = new LinkedHashSet<>(earlier.values());
        Set<String> after = new LinkedHashSet<>(now.values());
        List<String> all = new ArrayList<>();
        earlier.forEach((entry, checksum) -> {
            if (!after.contains(checksum)) {
                all.add(entry + (now.containsKey(entry) ? " has changed" : " is missing from the class path (--cp)"));
            }
        });
        now.forEach((entry, checksum) -> {
            if (!before.contains(checksum) && !earlier.containsKey(entry)) {
                all.add(entry + " was not on the class path (--cp)");
            }
        });
        if (all.isEmpty() && !List.copyOf(before).equals(List.copyOf(after))) {
            all.add("the class path (--cp) has another order");
        }
        return all;
    }
}
