package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
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
 * A head node and compute hosts on this machine, each with processes, a network, a host name, a /tmp and a /dev/shm of its own, made of Linux namespaces. Launchers reach the hosts by
 * agents in place of ssh. All of it ends with {@link #close}, and with this JVM however it ends: the namespaces' first process reads from a pipe of this JVM's, and the
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
        List<String> command = new ArrayList<>(OwnMounts.command());
        command.addAll(
                List.of("--net", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", script.toString()));
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
            return new NamespaceHosts(shared, rooms, first(rooms, "lockstep-head"));
        } catch (AssertionError | InterruptedException e) {
            rooms.destroyForcibly();
            throw e;
        }
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
        return in(head);
    }

    private static List<String> in(long process) {
        List<String> prefix = new ArrayList<>(List.of("nsenter", "-t", String.valueOf(process)));
        if (!OwnMounts.isRoot()) {
            prefix.addAll(List.of("-U", "--preserve-credentials"));
        }
        // Its root too: entering mounts alone would leave a chroot.
        prefix.addAll(List.of("-m", "-n", "-u", "-p", "-r", "-w"));
        return prefix;
    }

    /** The first process of the head node, or of a host, which bears its name as an argument. */
    private static long first(Process rooms, String name) {
        return rooms.descendants()
                .filter(p -> commandLine(p).startsWith("sh ") && commandLine(p).contains(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no process " + name))
                .pid();
    }

    private static String commandLine(ProcessHandle process) {
        return commandLine(Path.of("/proc", String.valueOf(process.pid())));
    }

    private static String commandLine(Path process) {
        return LockstepJar.read(process.resolve("cmdline")).replace('\0', ' ');
    }

    private static String nameOf(String host) {
        return "lockstep-host " + host + " ";
    }

    /** What stands in for ssh, and like it stays until the command has ended: hydra takes any other end for a failure. */
    Path shell() {
        return shared.resolve("shell");
    }

    /** What Open MPI and Lockstep's own launcher on the head node need to know. */
    Map<String, String> environment() {
        return Map.of(
                "OMPI_MCA_plm_rsh_agent", shared.resolve("agent").toString(),
                "LOCKSTEP_RSH", shell().toString());
    }

    /** Runs a shell's command on a host, whether or not its network is cut, and returns what it prints. */
    String on(String host, String command) throws IOException, InterruptedException {
        return run(in(first(rooms, nameOf(host))), "sh", "-c", command);
    }

    private String run(List<String> where, String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(where);
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
        run(onHead(), "ip", "link", "set", host, "down");
    }

    /** Puts it in again. */
    void restore(String host) throws IOException, InterruptedException {
        run(onHead(), "ip", "link", "set", host, "up");
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
            Path name = nameSpace(Path.of("/proc", String.valueOf(first(rooms, nameOf(host)))));
            return all.filter(p -> p.getFileName().toString().matches("\\d+"))
                    .filter(p -> nameSpace(p).equals(name))
                    .map(NamespaceHosts::commandLine)
                    .filter(line -> !line.isBlank() && !line.contains(nameOf(host)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
