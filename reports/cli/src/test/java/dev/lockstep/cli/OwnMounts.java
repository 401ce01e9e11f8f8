package dev.lockstep.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How a test gets mounts that nobody else sees. */
final class OwnMounts {
    private static final long SECONDS = 10;

    private OwnMounts() {}

    /** The command, to which more namespaces and what runs in them are appended. */
    static List<String> command() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("unshare", "--mount"));
        if (!isRoot()) {
            command.addAll(List.of("--user", "--map-root-user"));
        } else if (!works(command)) {
            // In a chroot whose root is no mount of its own there is nothing that could be told to keep mounts to
            // itself.
            command.addAll(List.of("--propagation", "unchanged"));
        }
        return command;
    }

    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static boolean works(List<String> command) throws IOException, InterruptedException {
        List<String> trial = new ArrayList<>(command);
        trial.add("true");
        Process process = new ProcessBuilder(trial)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
