package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.link.Frames;
import dev.lockstep.harness.link.Handshake;
import dev.lockstep.harness.link.JobKey;
import dev.lockstep.system.fixtures.FaultRun;
import dev.lockstep.system.fixtures.FaultyJar;
import dev.lockstep.system.fixtures.LockstepJar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at the relay's port of a launch whose ranks are still to come, and of one whose ranks are in. What single probes do to the relay, {@code RelayTest} knows better. */
@Tag("faults")
@Timeout(220)
class RelayProbesIT {
    private static final Pattern RELAY = Pattern.compile("LOCKSTEP_RELAY='127.0.0.1:(\\d+)'");
    private static final int CROWD = 1000;
    private static final int MAX_THREADS = 150;

    @TempDir
    Path scratch;

    @Test
    void strangersAtThePort() throws Exception {
        Path gate = LockstepJar.pipe(scratch.resolve("gate"));
        String typed = "Wrong --comm openmpi --ranks 2 -p fault=pilot-reads-op,fork-reads-op --jvm ";
        FaultRun run =
                new FaultRun(scratch, new LockstepJar(scratch).before(FaultyJar.get()), typed + jvmThatWaitsAt(gate));
        Path sprung = scratch.resolve("sprung");
        List<Socket> crowd = new ArrayList<>();
        try (LockstepJar.Child child = run.start()) {
            child.await("rank 1 is held up", () -> Files.exists(Path.of(gate + ".reached")));
            Matcher relay = RELAY.matcher(Files.readString(run.lastLaunch().resolve("launch.sh")));
            assertThat(relay.find()).isTrue();
            int port = Integer.parseInt(relay.group(1));
            assertThatThrownBy(() -> new Frames(knock(port)).introduce(new Handshake(JobKey.random()), 1))
                    .isInstanceOf(IOException.class);
            for (int i = 0; i < CROWD; i++) {
                crowd.add(knock(port));
                if (i % 2 == 0) {
                    say(crowd.get(i), trap(sprung));
                }
                if (i % 100 == 0) {
                    assertThat(threads(child.process().pid())).isLessThan(MAX_THREADS);
                }
            }
            Files.write(gate, new byte[] {'\n'});
            run.awaitStrike(child, "pilot-reads-op");
            assertThatThrownBy(() -> knock(port)).as("all ranks are in").isInstanceOf(ConnectException.class);
            run.release();
            run.awaitStrike(child, "fork-reads-op");
            run.release();
            run.ended(child);
        } finally {
            for (Socket socket : crowd) {
                socket.close();
            }
        }
        run.assertGoodIsGood(0, 2);
        assertThat(sprung).doesNotExist();
    }

    private static Socket knock(int port) throws IOException {
        return new Socket("127.0.0.1", port);
    }

    /** The relay may have hung up already. */
    private static void say(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(".*(reset|Broken pipe).*");
        }
    }

    /** Rank 1's of the first launch, until it is let on. */
    private Path jvmThatWaitsAt(Path gate) throws IOException {
        Path jdk = Path.of(System.getProperty("java.home"));
        Path java = scratch.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.copy(jdk.resolve("release"), scratch.resolve("jdk/release"));
        Files.writeString(java, """
                #!/bin/sh
                eval "rank=\\${${LOCKSTEP_RANK_VARIABLE:-none}:-}"
                if [ "$rank" = 1 ] && [ ! -e 'GATE.reached' ]; then
                    : >'GATE.reached'
                    read -r _ <'GATE'
                fi
                exec 'JDK/bin/java' "$@"
                """.replace("GATE", gate.toString()).replace("JDK", jdk.toString()));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return java;
    }

    private static int threads(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
                .sum();
    }

    /** An object of a class that the host could load, and that would leave a file behind if it did. */
    private static byte[] trap(Path file) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        URL[] jar = {FaultyJar.get().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(jar);
                ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(loader.loadClass("org.other.Trap")
                    .getConstructor(String.class)
                    .newInstance(file.toString()));
        }
        return bytes.toByteArray();
    }
}
