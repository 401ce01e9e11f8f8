package dev.lockstep.comm.mpijava;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run {@link MpjRun} in a JVM of its own. */
final class Jobs {
    private Jobs() {}

    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                Path.of("target", "classes").toAbsolutePath().toString(),
                MpjRun.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
