package dev.lockstep.transport.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM for a program of a test. */
public final class OwnJvm {
    private OwnJvm() {}

    /**
     * Runs a program, which ends with 0.
     *
     * @param prefix what starts the JVM; empty if nothing else does
     * @param options of the JVM, besides those of all
     * @return what it has printed
     */
    public static String said(
            List<String> prefix, List<String> options, String classPath, Class<?> program, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
