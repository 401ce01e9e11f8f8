package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A head node and compute hosts on this machine, each with a network, a host name and a /tmp of its own, made of Linux namespaces. Open MPI reaches the hosts by an
 * agent in place of ssh. All of it ends with {@link #close}, and with this JVM however it ends: the namespaces' first process reads from a pipe of this JVM's, and the
 * kernel ends the others with it.
 *
 * <p>It needs root, or a kernel that lets users make namespaces of their own.
 */
final class NamespaceHosts implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final Path shared;
    private final Process rooms;
    private final long head;

    private NamespaceHosts(Path shared, Process rooms, long head) {
        this.shared = shared;
        this.rooms = rooms;
        this.head = head;
    }

    /**
     * Makes them.
     *
     * @param shared an empty folder that will be the same on all hosts
     * @param names of the hosts
     */
    static NamespaceHosts start(Path shared, String... names) throws IOException, InterruptedException {
        Files.createDirectories(shared);
        Path script = shared.resolve("hosts.sh");
        try (InputStream in = NamespaceHosts.class.getResourceAsStream("hosts.sh")) {
            Files.copy(in, script);
        }
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "--net", "--uts", "--pid"));
        if (!isRoot()) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("--fork", "--kill-child", "--mount-proc", "sh", script.toString()));
        // The program, its JVM and Open MPI's jar are on every host, as on a cluster's file server.
        command.addAll(List.of(
                shared.toString(),
                Path.of("").toAbsolutePath().toString(),
                System.getProperty("java.home"),
                System.getProperty("user.home"),
                "--"));
        command.addAll(List.of(names));
        Path errors = shared.resolve("hosts.err");
        Process rooms =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try {
            assertThat(firstLine(rooms))
                    .as(
                            "namespaces for hosts on this machine need root, or unprivileged user namespaces, and the"
                                    + " programs ip, unshare and nsenter (./lockstep setup --tests): %s",
                            Files.readString(errors))
                    .isEqualTo("ready");
            long head = rooms.children().findFirst().orElseThrow().pid();
            return new NamespaceHosts(shared, rooms, head);
        } catch (AssertionError | InterruptedException e) {
            rooms.destroyForcibly();
            throw e;
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** Within a limit of time; empty if it ends without a word. */
    private static String firstLine(Process process) throws InterruptedException {
        CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            return reader.lines().findFirst().orElse("");
        });
        try {
            return line.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the hosts do not come up: " + e, e);
        }
    }

    /** A folder that is the same on all hosts. */
    Path shared() {
        return shared;
    }

    /** What a command has to begin with to be run on the head node. */
    List<String> onHead() {
        List<String> prefix = new ArrayList<>(List.of("nsenter", "-t", String.valueOf(head)));
        if (!isRoot()) {
            prefix.addAll(List.of("-U", "--preserve-credentials"));
        }
        prefix.addAll(List.of("-m", "-n", "-u", "-p"));
        return prefix;
    }

    /** What Open MPI on the head node needs to know. */
    Map<String, String> environment() {
        return Map.of("OMPI_MCA_plm_rsh_agent", shared.resolve("agent").toString());
    }

    /** Runs a shell's command on a host, and returns what it prints. */
    String on(String host, String command) throws IOException, InterruptedException {
        return onHead(shared.resolve("agent").toString(), host, command);
    }

    private String onHead(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(onHead());
        all.addAll(List.of(command));
        Path output = Files.createTempFile(shared, "command", ".out");
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("%s ends", all)
                .isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", all, Files.readString(output))
                .isZero();
        return Files.readString(output).strip();
    }

    /** Pulls a host's plug out of the network: what is under way stays under way, and nobody is told. */
    void cut(String host) throws IOException, InterruptedException {
        onHead("ip", "link", "set", host, "down");
    }

    /** Puts it in again. */
    void restore(String host) throws IOException, InterruptedException {
        onHead("ip", "link", "set", host, "up");
    }

    /** Puts something else in the place of a file or folder, on one host. */
    void replace(String host, Path original, Path other) throws IOException, InterruptedException {
        on(host, "mount --bind '" + other + "' '" + original + "'");
    }

    /** Undoes it. */
    void giveBack(String host, Path original) throws IOException, InterruptedException {
        on(host, "umount '" + original + "'");
    }

    /** The command lines of what runs on a host, but for what makes it a host. */
    List<String> processesOn(String host) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            Path name = nameSpace(Path.of("/proc", String.valueOf(holder(host))));
            return all.filter(p -> p.getFileName().toString().matches("\\d+"))
                    .filter(p -> nameSpace(p).equals(name))
                    .map(p -> LockstepJar.read(p.resolve("cmdline")).replace('\0', ' '))
                    .filter(line -> !line.isBlank() && !line.startsWith("sleep infinity"))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Outside, the first process of a host has another number than in the namespaces: it is the sleeping child of the script with the host's own names. */
    private long holder(String host) throws IOException {
        String inside = Files.readString(shared.resolve(host + ".pid")).strip();
        return ProcessHandle.of(head)
                .orElseThrow()
                .children()
                .filter(p -> insideNumber(p.pid()).equals(inside))
                .findFirst()
                .orElseThrow()
                .pid();
    }

    private static String insideNumber(long pid) {
        try (Stream<String> status = Files.lines(Path.of("/proc", String.valueOf(pid), "status"))) {
            return status.filter(l -> l.startsWith("NSpid:"))
                    .map(l -> l.replaceFirst(".*\\s", ""))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Path nameSpace(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/uts"));
        } catch (IOException e) {
            // It ended while it was looked at, or is somebody else's.
            return process;
        }
    }

    @Override
    public void close() throws IOException {
        rooms.getOutputStream().close();
        boolean ended = false;
        try {
            ended = rooms.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            rooms.destroyForcibly();
        }
        assertThat(ended).as("the hosts went away").isTrue();
    }
}
