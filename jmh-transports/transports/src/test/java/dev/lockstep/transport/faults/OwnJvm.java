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
     * What starts a JVM for which a folder is in memory, of which there is little.
     *
     * @param size of the memory, for mount(8)
     */
    public static List<String> inMemory(Path folder, String size) {
        // A chroot's root may be no mount of its own, which nothing can tell to keep mounts to itself.
        String script = "r=; [ $(id -u) -eq 0 ] || r=-r; p=private; unshare $r -m true 2>/dev/null || p=unchanged"
                + "; exec unshare $r -m --propagation $p sh -c"
                + " 'mount -t tmpfs -o size=" + size
                + " tmpfs \"$0\" && { \"$@\"; code=$?; umount \"$0\"; exit $code; }' \"$@\"";
        return List.of("sh", "-c", script, "sh", folder.toString());
    }

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
