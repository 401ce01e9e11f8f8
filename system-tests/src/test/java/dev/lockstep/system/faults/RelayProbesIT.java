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
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at the relay's port of a launch whose ranks are still to come, and of one whose ranks are in. What single probes do to the relay, {@code RelayTest} knows better. */
@Tag("faults")
@Timeout(value = 220, unit = TimeUnit.SECONDS)
class RelayProbesIT {
    private static final Pattern RELAY = Pattern.compile("LOCKSTEP_RELAY='127.0.0.1:(\\d+)'");
    private static final String HUNG_UP = ".*(reset|Broken pipe).*";
    private static final int CROWD = 1000;
    private static final int MAX_THREADS = 150;
    private static final int DEADLINE_MILLIS = 14_000;

    @TempDir
    Path scratch;

    private final List<Socket> sockets = new ArrayList<>();

    private Socket knock(int port) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(DEADLINE_MILLIS);
        sockets.add(socket);
        return socket;
    }

    private static int port(Path launch) throws IOException {
        Matcher m = RELAY.matcher(Files.readString(launch.resolve("launch.sh")));
        assertThat(m.find()).isTrue();
        return Integer.parseInt(m.group(1));
    }

    @Test
    void strangersAtThePort() throws Exception {
        Path jar = FaultyJar.compile(scratch);
        Path gate = scratch.resolve("gate");
        FaultRun run = new FaultRun(
                        scratch,
                        new LockstepJar(scratch).before(jar),
                        ("Wrong --comm openmpi --ranks 2 -p fault=pilot-reads-op,fork-reads-op --jvm "
                                        + jvmThatWaitsAt(gate))
                                .split(" "))
                .withPipe();
        Path sprung = scratch.resolve("sprung");
        try (LockstepJar.Child child = run.start()) {
            LockstepJar.await("rank 1 is held up", () -> Files.exists(Path.of(gate + ".reached")));
            int port = port(run.lastLaunch());
            assertThatThrownBy(() -> new Frames(knock(port)).introduce(new Handshake(JobKey.random()), 1))
                    .isInstanceOf(IOException.class);
            byte[] random = new byte[1 << 12];
            new Random(7).nextBytes(random);
            assertDropped(knock(port), random);
            assertDropped(knock(port), trap(jar, sprung));
            drip(knock(port));
            crowd(child, port);
            Files.write(gate, new byte[] {'\n'});
            run.awaitStrike(child, "pilot-reads-op");
            assertThatThrownBy(() -> knock(port)).as("all ranks are in").isInstanceOf(ConnectException.class);
            run.release();
            run.awaitStrike(child, "fork-reads-op");
            run.release();
            run.ended(child);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        run.assertGoodIsGood(0, 2);
        assertThat(sprung).doesNotExist();
    }

    /** Rank 1's of the first launch, until it is let on. */
    private Path jvmThatWaitsAt(Path gate) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                .isZero();
        Path jdk = Path.of(System.getProperty("java.home"));
        Path java = scratch.resolve("jdk/bin/java");
        Files.createDirectories(java.getParent());
        Files.copy(jdk.resolve("release"), scratch.resolve("jdk/release"));
        Files.writeString(
                java,
                String.join(
                        "\n",
                        "#!/bin/sh",
                        "eval \"rank=\\${${LOCKSTEP_RANK_VARIABLE:-none}:-}\"",
                        "if [ \"$rank\" = 1 ] && [ ! -e '" + gate + ".reached' ]; then",
                        "  : >'" + gate + ".reached'",
                        "  read -r _ <'" + gate + "'",
                        "fi",
                        "exec '" + jdk + "/bin/java' \"$@\"",
                        ""));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return java;
    }

    /** They are there before the last rank comes. */
    private void crowd(LockstepJar.Child child, int port) throws IOException {
        for (int i = 0; i < CROWD; i++) {
            Socket socket = knock(port);
            if (i % 2 == 0) {
                sayAnyway(socket);
            }
            if (i % 100 == 0) {
                assertThat(threads(child.process().pid())).isLessThan(MAX_THREADS);
            }
        }
    }

    /** The relay may have hung up already. */
    private static void sayAnyway(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(1);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(HUNG_UP);
        }
    }

    private static int threads(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                .filter(line -> line.startsWith("Threads:"))
                .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
                .sum();
    }

    private static void assertDropped(Socket socket, byte[] probe) throws IOException {
        try {
            socket.getOutputStream().write(probe);
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(64);
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching(HUNG_UP);
        }
    }

    /** A byte a second, until the relay hangs up, which it does in time. */
    private static void drip(Socket socket) throws IOException {
        socket.setSoTimeout(1000);
        long start = System.nanoTime();
        int said = 0;
        while (said >= 0) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MILLISECONDS.toNanos(DEADLINE_MILLIS));
            try {
                socket.getOutputStream().write(1);
                said = socket.getInputStream().read(new byte[64]);
            } catch (SocketTimeoutException e) {
                said = 0;
            } catch (SocketException e) {
                return;
            }
        }
    }

    /** An object of a class that the host could load, and that would leave a file behind if it did. */
    private static byte[] trap(Path jar, Path file) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(loader.loadClass("org.other.Trap")
                    .getConstructor(String.class)
                    .newInstance(file.toString()));
        }
        return bytes.toByteArray();
    }
}
