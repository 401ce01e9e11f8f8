package dev.lockstep.harness.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Runs our scripts in a folder, where {@code sleep} sleeps for a moment only. */
final class ImpatientShell {
    /** For those who are to stay: longer than any test. */
    static final String STAY = "/bin/sleep 3600";

    private final Path folder;

    ImpatientShell(Path folder) throws IOException {
        this.folder = folder;
        executable("sleep", "exec /bin/sleep 0.01\n");
    }

    /** A script that can be run. */
    Path executable(String name, String body) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    /** In a group of its own, which {@link #kill} ends. */
    Process start(List<String> words) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("setsid").directory(folder.toFile()).redirectErrorStream(true);
        builder.command().addAll(words);
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        return builder.start();
    }

    /** All that it printed, once it and all that it started, which share its output, have ended. */
    static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Whatever is left of it. */
    static void kill(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", "KILL", "--", "-" + process.pid())
                .start()
                .waitFor();
    }
}
