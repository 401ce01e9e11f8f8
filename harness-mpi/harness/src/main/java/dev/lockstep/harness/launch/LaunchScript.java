package dev.lockstep.harness.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The script that JMH runs with its fork's command line as arguments. */
public final class LaunchScript {
    /** The kind of process that the launcher starts. */
    public enum Process {
        /** One rank, of JMH's fork. */
        FORK("rank-exec.sh"),
        /** One rank of a program that is no JVM. */
        PROGRAM("program-exec.sh");

        private final String script;

        Process(String script) {
            this.script = script;
        }
    }

    private static final Pattern PLACE = Pattern.compile("@([A-Z_]+)@");

    private LaunchScript() {}

    /** Writes the script for a fork of JMH; returns an executable file. */
    public static Path write(LaunchFolder folder, LaunchPlan plan) throws IOException {
        return write(folder, plan, Process.FORK);
    }

    /**
     * Writes the script; returns an executable file.
     *
     * @param process what its arguments will be the command line of
     */
    public static Path write(LaunchFolder folder, LaunchPlan plan, Process process) throws IOException {
        // Values are quoted: whatever they hold stays one word.
        String exports = plan.environment().entrySet().stream()
                .map(e -> "export " + e.getKey() + "=" + quote(e.getValue()))
                .collect(Collectors.joining("\n"));
        String classPath = plan.classPath().stream().map(Path::toString).collect(Collectors.joining(":"));
        Map<String, String> values = Map.of(
                "DIR", quote(folder.path().toString()),
                "LAUNCH", UUID.randomUUID().toString(),
                "EXPORTS", exports,
                "LAUNCHER", words(plan.command()),
                "RANK_EXEC", quote(resource("shared-memory.sh") + resource(process.script)),
                "CLASS_PATH", quote(classPath),
                "JVM_OPTIONS", words(plan.jvmOptions()));
        // All at once: what a value holds is not filled in again.
        String text = PLACE.matcher(resource("launch.sh"))
                .replaceAll(place -> Matcher.quoteReplacement(values.get(place.group(1))));
        Path script = folder.script();
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    private static String words(List<String> words) {
        return words.stream().map(LaunchScript::quote).collect(Collectors.joining(" "));
    }

    /** Quotes a word for a POSIX shell. */
    public static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** The text of a script of this package. */
    static String resource(String name) {
        try (InputStream in = LaunchScript.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the harness's jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the harness's jar cannot be read", e);
        }
    }
}
