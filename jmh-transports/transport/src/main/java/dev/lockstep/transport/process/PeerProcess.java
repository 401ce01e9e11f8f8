package dev.lockstep.transport.process;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Hosting;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transport;
import dev.lockstep.transport.Transports;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A second process with a transport: a peer that sends back what comes, or one that only hosts. It ends with its standard
 * input, so with who has started it, and may be killed before.
 */
public final class PeerProcess implements AutoCloseable {
    private static final String SAID = "said";
    private static final String HOSTS = "hosts";
    /** Of what it has written, in an error. */
    private static final int MOST_LINES = 20;

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How long what is hosted may take to close, once whoever has started it is gone. */
    private static final long CLOSING_MILLIS = 5_000;

    private final Process process;
    private final Path folder;
    private volatile boolean closing;

    private PeerProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /**
     * Starts a peer.
     *
     * @param transport with a constructor without parameters
     * @param setting of the peer; what it has is in a folder of its own below the setting's
     * @param back the address to which it sends what it receives
     * @param echoes how many messages it sends back; it receives all
     * @return to be closed by the caller
     * @throws IOException if it does not start
     */
    public static PeerProcess start(Transport transport, Setting setting, String back, long echoes) throws IOException {
        return run(transport, setting, back, Long.toString(echoes));
    }

    /**
     * Starts what peers share in a process of its own, whose text is {@link #said}.
     *
     * @param hosting a transport or another, with a constructor without parameters
     * @param setting as for {@link Hosting#host}
     * @return to be closed by the caller
     * @throws IOException if it does not start
     */
    public static PeerProcess host(Hosting hosting, Setting setting) throws IOException {
        return run(hosting, setting, HOSTS, "0");
    }

    /**
     * As {@link #host}, once its text is there.
     *
     * @param hosting as there
     * @param setting as there
     * @return to be closed by the caller, which kills the process
     * @throws IOException if it does not start, or says nothing in a minute
     */
    public static Hosted hosted(Hosting hosting, Setting setting) throws IOException {
        return hosted(hosting, setting, itself -> {});
    }

    /**
     * The same, where its end is of interest.
     *
     * @param hosting as there
     * @param setting as there
     * @param ended is told when the process has ended by itself, or was killed by somebody else: its text, that it has
     *     ended, and what it has written last
     * @return as there
     * @throws IOException as there
     */
    public static Hosted hosted(Hosting hosting, Setting setting, Consumer<String> ended) throws IOException {
        PeerProcess process = host(hosting, setting);
        try {
            String said = process.said();
            process.process.onExit().thenRun(() -> process.tell(said + " has ended", ended));
            return new Hosted(said, process::close);
        } catch (IOException e) {
            process.close();
            throw e;
        }
    }

    private static PeerProcess run(Hosting what, Setting setting, String... arguments) throws IOException {
        Availability.Available needs = needs(what, setting.options());
        Path folder = Files.createTempDirectory(setting.folder(), "p");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto"));
        if (!arguments[0].equals(HOSTS)) {
            // What is hosted may be on the way of each message; a peer is not measured.
            command.add("-XX:TieredStopAtLevel=1");
        }
        command.addAll(needs.options());
        List<String> classPath = new ArrayList<>(List.of(System.getProperty("java.class.path")));
        needs.classPath().forEach(path -> classPath.add(path.toString()));
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), PeerProcess.class.getName()));
        command.addAll(List.of(
                what.getClass().getName(),
                folder.toString(),
                Integer.toString(setting.largest()),
                setting.address().getHostAddress(),
                setting.hosted()));
        command.addAll(List.of(arguments));
        new TreeMap<>(setting.options()).forEach((name, value) -> command.add(name + "=" + value));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(needs.environment());
        return new PeerProcess(builder.start(), folder);
    }

    private static Availability.Available needs(Hosting what, Map<String, String> options) throws IOException {
        Availability found = what.availability(options);
        if (found instanceof Availability.Unavailable missing) {
            throw new IOException("another process cannot be started for it: " + missing.reason());
        }
        return (Availability.Available) found;
    }

    /**
     * What it has to say as soon as it is there: a peer its address, a host its text.
     *
     * @throws IOException if it has ended, or says nothing in a minute; with what it has written instead
     */
    public String said() throws IOException {
        long start = System.nanoTime();
        Path file = folder.resolve(SAID);
        while (!Files.exists(file)) {
            if (!process.isAlive() || System.nanoTime() - start > LIMIT_NANOS) {
                throw new IOException("the other process is not there: "
                        + output().stream().limit(MOST_LINES).collect(Collectors.joining("; ")));
            }
            sleep();
        }
        return Files.readString(file);
    }

    private void tell(String end, Consumer<String> to) {
        if (closing) {
            return;
        }
        String written;
        try {
            List<String> lines = output();
            written = String.join("; ", lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size()));
        } catch (IOException e) {
            written = "what it has written cannot be read: " + e.getMessage();
        }
        to.accept(written.isEmpty() ? end : end + ": " + written);
    }

    /** Whatever bytes they have. */
    private List<String> output() throws IOException {
        return new String(Files.readAllBytes(folder.resolve("output")), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static void sleep() throws IOException {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another process started", e);
        }
    }

    /** The processes that it has started, and theirs. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** Kills it, by {@code kill -9}, and does not wait for its end. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Kills it, waits until it is gone, and removes what it has left in its folder. */
    @Override
    public void close() throws IOException {
        closing = true;
        kill();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /**
     * Runs the process.
     *
     * @param args the class of the transport, or of what is hosted; of the setting the folder, the largest message in bytes, the address and what is
     *     hosted; the address to send to, how often, and options
     * @throws Exception if the transport fails
     */
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread watching = new Thread(() -> endWithInput(main, args[5].equals(HOSTS)), "standard input");
        watching.setDaemon(true);
        watching.start();
        Constructor<?> constructor = Class.forName(args[0]).getDeclaredConstructor();
        // A test's own may be of its package alone.
        constructor.setAccessible(true);
        Map<String, String> options = new HashMap<>();
        for (String option : Arrays.asList(args).subList(7, args.length)) {
            options.put(option.substring(0, option.indexOf('=')), option.substring(option.indexOf('=') + 1));
        }
        Object made = constructor.newInstance();
        Object what = made instanceof Transport transport ? Transports.over(transport, options) : made;
        Path folder = Path.of(args[1]);
        Setting setting = new Setting(
                options,
                args[4],
                InetAddress.getByName(args[3]),
                folder,
                Integer.parseInt(args[2]),
                Optional.empty(),
                List.of(),
                Optional.empty());
        if (args[5].equals(HOSTS)) {
            try (Hosted hosted = ((Hosting) what).host(setting)) {
                say(folder, hosted.text());
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException inputEnded) {
                return;
            }
        }
        try (Endpoint endpoint = ((Transport) what).open(setting);
                Outbox back = endpoint.connect(args[5], LIMIT_NANOS)) {
            say(folder, endpoint.address());
            ByteBuffer message = ByteBuffer.allocateDirect(setting.largest());
            for (long left = Long.parseLong(args[6]); true; left--) {
                int length = endpoint.receive(message.clear(), 0);
                if (left > 0) {
                    back.send(message.limit(length));
                    back.flush();
                }
            }
        }
    }

    private static void say(Path folder, String text) throws IOException {
        Path written = Files.writeString(folder.resolve(SAID + ".new"), text);
        Files.move(written, folder.resolve(SAID), StandardCopyOption.ATOMIC_MOVE);
    }

    /** What is hosted is closed before, and its files are gone with it; but nobody waits long for that. */
    private static void endWithInput(Thread main, boolean hosts) {
        int code = 0;
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            // As good as an end.
            code = 1;
        }
        if (hosts) {
            main.interrupt();
            try {
                main.join(CLOSING_MILLIS);
            } catch (InterruptedException nobodyElses) {
                code = 1;
            }
        }
        Runtime.getRuntime().halt(code);
    }
}
