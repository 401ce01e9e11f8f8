package dev.lockstep.comm.ffm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The system's C compiler. */
final class Cc {
    private Cc() {}

    /** Compiles and fails with what the compiler says. */
    static void run(Path folder, String source, String... options) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("source.c"), source);
        List<String> command = new ArrayList<>(List.of("cc"));
        command.addAll(List.of(options));
        command.add(file.toString());
        output(command);
    }

    /** What a command prints; it must not fail. */
    static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(command + ": " + said);
        }
        return said;
    }
}
