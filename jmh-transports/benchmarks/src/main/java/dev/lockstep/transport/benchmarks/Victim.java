package dev.lockstep.transport.benchmarks;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Endpoint;
import dev.lockstep.transport.Outbox;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A peer in a process of its own that sends back what it receives, until it is killed; it ends with its input at the latest. */
final class Victim implements AutoCloseable {
    private static final String ADDRESS = "address";
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int LARGEST = 1;

    private final Process process;
    private final Path folder;
    private final String address;

    private Victim(Process process, Path folder, String address) {
        this.process = process;
        this.folder = folder;
        this.address = address;
    }

    /**
     * Starts one.
     *
     * @param transport as a user wrote it
     * @param hosted what all peers share
     * @param peer whom it answers
     */
    static Victim start(String transport, String hosted, Peer peer) throws IOException {
        Transports.Choice choice = Transports.discover().choose(transport);
        if (!(choice.transport().availability(choice.options()) instanceof Availability.Available needs)) {
            throw new IOException("transport " + transport + " cannot be used here");
        }
        Path folder = Files.createTempDirectory(peer.folder().getParent(), "v");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(needs.options());
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(
                Victim.class.getName(),
                transport,
                hosted,
                folder.toString(),
                peer.endpoint().address()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(needs.environment());
        Process process = builder.start();
        long begin = System.nanoTime();
        Path file = folder.resolve(ADDRESS);
        while (!Files.exists(file)) {
            if (!process.isAlive() || System.nanoTime() - begin > LIMIT_NANOS) {
                process.destroyForcibly();
                throw new IOException("no peer to be killed: " + Files.readString(folder.resolve("output")));
            }
            sleep();
        }
        return new Victim(process, folder, Files.readString(file));
    }

    private static void sleep() throws IOException {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a peer started", e);
        }
    }

    String address() {
        return address;
    }

    /** By {@code kill -9}, which this does not wait for. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits until it is gone, and removes what it has left. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /**
     * Runs it.
     *
     * @param args transport, what peers share, its folder, and the address to answer to
     */
    public static void main(String[] args) throws IOException {
        Thread watching = new Thread(Victim::endWithInput, "standard input");
        watching.setDaemon(true);
        watching.start();
        Transports.Choice choice = Transports.discover().choose(args[0]);
        Path folder = Path.of(args[2]);
        Setting setting = Setting.of(choice.transport(), folder, LARGEST)
                .with(choice.options())
                .withHosted(args[1]);
        try (Endpoint endpoint = choice.transport().open(setting);
                Outbox back = endpoint.connect(args[3], LIMIT_NANOS)) {
            Path written = Files.writeString(folder.resolve(ADDRESS + ".new"), endpoint.address());
            Files.move(written, folder.resolve(ADDRESS), StandardCopyOption.ATOMIC_MOVE);
            ByteBuffer message = ByteBuffer.allocateDirect(LARGEST);
            for (boolean answered = false; true; answered = true) {
                endpoint.receive(message, 0);
                if (!answered) {
                    back.send(message);
                }
            }
        }
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }
}
