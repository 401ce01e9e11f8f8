package dev.lockstep.comm.sockets;

import dev.lockstep.comm.testkit.PlainProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Starts ranks with even numbers on this JDK, and those with odd ones on the one that differs most from it. */
final class TwoJdks {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    private static final int OLDEST = 17;
    private static final String SCRIPT =
            "[ $((" + PlainProcesses.RANK + " % 2)) -eq 0 ] || { shift; exec \"$0\" \"$@\"; }; exec \"$@\"";

    private TwoJdks() {}

    /** A JDK. */
    record Jdk(Path home, int feature) {
        private int difference() {
            return Math.abs(feature - Runtime.version().feature());
        }
    }

    /** The words that stand before the command that so many processes run. */
    static List<String> launcher(int ranks) {
        List<String> words = new ArrayList<>(PlainProcesses.launcher(ranks));
        words.addAll(
                List.of("sh", "-c", SCRIPT, other().home().resolve("bin/java").toString()));
        return words;
    }

    /** A test that skips itself would prove nothing. */
    static Jdk other() {
        try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
            return installed
                    .flatMap(home -> jdk(home).stream())
                    .filter(jdk -> jdk.feature() >= OLDEST && jdk.difference() > 0)
                    .max((a, b) -> Integer.compare(a.difference(), b.difference()))
                    .orElseThrow(() -> new AssertionError("in /usr/lib/jvm there is no JDK, " + OLDEST
                            + " or newer, beside this one, " + Runtime.version().feature()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Jdk> jdk(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release) || !Files.isExecutable(home.resolve("bin/java"))) {
            return Optional.empty();
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find() ? Optional.of(new Jdk(home, Integer.parseInt(version.group(1)))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
