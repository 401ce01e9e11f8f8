package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lockstep.cli.Lockstep;
import dev.lockstep.system.fixtures.JournalLines;
import dev.lockstep.system.fixtures.LockstepJar;
import dev.lockstep.system.fixtures.Traces;
import dev.lockstep.system.outside.Broker;
import dev.lockstep.system.outside.Outside;
import dev.lockstep.transport.process.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells of benchmarks over transports that cannot be measured, each beside one that can. */
@Tag("faults")
@Timeout(220)
class TransportFaultsIT {
    /** Enough for a JVM of a few threads; a hundred endpoints have a listener, a selector and two connections each. */
    private static final int DESCRIPTORS = 300;

    // What stands where in a line of /proc/net/tcp.
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTEN = "0A";

    @TempDir
    Path scratch;

    private Path out;
    private Path log;

    /** A folder that the test's processes have on their class paths, and are found by. */
    private Path mark;

    /** With this folder, and with a folder for shared memory of its own. */
    private LockstepJar jar;

    private Traces traces;

    @BeforeEach
    void mark() throws IOException, InterruptedException {
        out = scratch.resolve("out");
        log = out.resolve("launches/cell-001-fork-1/jmh.log");
        mark = Files.createDirectories(scratch.resolve("mark-" + UUID.randomUUID()));
        Path sharedMemory = scratch.resolve("shm");
        jar = new LockstepJar(scratch).before(mark).withSharedMemory(sharedMemory);
        traces = new Traces(mark.toString(), List.of(jar.temp(), sharedMemory));
    }

    /** Runs two cells, of which one fails, and returns the reason. */
    private String oneFails(List<String> prefix, String line) throws IOException, InterruptedException {
        return oneFails(new LockstepJar(scratch), prefix, line);
    }

    private String oneFails(LockstepJar one, List<String> prefix, String line)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(one.command(
                Lockstep.class.getName(),
                (line + " --ranks 2 --forks 2 --warmup 0 --iterations 1 --distribution-forks 0 --out " + out)
                        .split(" +")));
        try (LockstepJar.Child child = jar.start(command)) {
            child.await().exits(1);
        }
        List<JsonNode> failed = failed(out);
        JsonNode results = LockstepJar.results(out);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).at("/primaryMetric/rawData")).as("forks").hasSize(2);
        assertThat(failed).isNotEmpty();
        return failed.get(0).path("reason").asText();
    }

    private static List<JsonNode> failed(Path out) throws IOException {
        return JournalLines.of(out, "").stream()
                .filter(event -> event.path("status").asText().equals("failed"))
                .toList();
    }

    /** Threads of the same rank and of the other wait for those that could not open what they need. */
    @ParameterizedTest
    @CsvSource({"none, nio", "local, socket"})
    void descriptorsExhausted(String comm, String transport) throws IOException, InterruptedException {
        assertThat(oneFails(
                        List.of("sh", "-c", "ulimit -n " + DESCRIPTORS + "; exec \"$@\"", "sh"),
                        "run OpenClose -p message=byte --threads 1,100 --ops 3 --comm " + comm + " --transport "
                                + transport))
                .contains("Too many open files", "exhausted: it may have " + DESCRIPTORS + " (ulimit -n)")
                .doesNotContain("progress");
    }

    @Test
    void theRateIsMissed() throws IOException, InterruptedException {
        assertThat(oneFails(
                        List.of(),
                        "run OpenLoop TransportPingPong --transport socket-open-close -p bytes=64 -p rate=1000000000"
                                + " --ops 2000 --comm none"))
                .containsPattern(
                        "the rate of 1000000000 messages per second was missed: \\d+ took \\d+ ms, which is \\d+"
                                + " per second");
    }

    /** Those of the pilot arrive whole, and so do a launch's first. */
    @Test
    void theLastMessagesAreCorrupted() throws Exception {
        Path outside = Outside.transports(scratch.resolve("outside"));
        assertThat(oneFails(
                        new LockstepJar(scratch).before(outside),
                        List.of(),
                        "run TransportPingPong --transport callback,callback:flipped=2 --comm none -p receive=push"
                                + " -p bytes=64 --ops 3"))
                .contains("byte 0 of 64 from rank ");
    }

    /** Whoever has started it is killed, and cannot end it. */
    @ParameterizedTest
    @CsvSource({"job, none", "job, openmpi", "host, none", "host, openmpi"})
    void whatIsHostedIsGoneWithItsRank(String per, String comm) throws Exception {
        Path outside = Outside.transports(scratch.resolve("outside"));
        String broker = Broker.class.getName();
        try (LockstepJar.Child child = new LockstepJar(scratch)
                .before(outside)
                .begin("run TransportPingPong --transport brokered:per=" + per + " --comm " + comm
                        + " --ranks 2 -p bytes=64 --forks 1 --distribution-forks 0 --warmup 0 --iterations 1000000"
                        + " --ops 1000 --out " + out)) {
            child.await(broker + " is there", () -> broker(outside).isPresent());
            ProcessHandle hosted = broker(outside).orElseThrow();
            LockstepJar.signal("KILL", hosted.parent().orElseThrow().pid());
            LockstepJar.await(broker + " is gone", () -> !hosted.isAlive());
            child.await().exits(1);
        }
        assertThat(failed(out)).hasSize(1);
        assertThat(LockstepJar.processesWith(outside.toString())).isEmpty();
    }

    /** In mid-round: the others wait for what it would have answered, or asked. */
    @ParameterizedTest
    @CsvSource({
        "ConsensusRound, none, socket, 2, perMessage",
        "ConsensusRound, none, nio, 0, kept",
        "ConsensusRound, openmpi, communicator:calls=nonblocking:threads=many, 1, kept",
        "PublishSubscribe, none, socket, 1, perMessage",
        "PublishSubscribe, none, jms, 1, kept",
        "PublishSubscribe, openmpi, socket, 0, kept"
    })
    void aRoleIsKilled(String benchmark, String comm, String transport, int role, String connection) throws Exception {
        int ranks = role + 2;
        try (LockstepJar.Child child = new LockstepJar(scratch)
                .before(mark)
                .begin("run " + benchmark + " --transport " + transport + " --comm " + comm + " --ranks " + ranks
                        + " -p connection=" + connection + " --forks 1 --distribution-forks 0 --warmup 0"
                        + " --iterations 1000000 --ops 20 --out " + out)) {
            child.await("rounds are measured", () -> LockstepJar.read(log).contains("Iteration   2:"));
            LockstepJar.signal("KILL", rank(mark, role));
            child.await().exits(1);
        }
        assertKilled(out, role);
        assertThat(LockstepJar.processesWith(mark.toString())).isEmpty();
    }

    /** Who serves, or one of its two clients. Two processes of rank 0 are the shared store; its files are in shared memory. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRankOfACacheIsKilled(int rank) throws Exception {
        try (LockstepJar.Child child = jar.begin("run DataCache --comm push --ranks 3 -p bytes=10000"
                + " --forks 1 --distribution-forks 0 --warmup 0 --iterations 1000000 --ops 20 --out " + out)) {
            child.await("files are got", () -> LockstepJar.read(log).contains("Iteration   2:"));
            assertThat(traces.files()).isNotEmpty();
            LockstepJar.signal("KILL", rank(mark, rank));
            child.await().exits(1);
        }
        assertKilled(out, rank);
        LockstepJar.await("no process is left", () -> traces.processes().isEmpty());
        assertThat(traces.files()).isEmpty();
    }

    /**
     * Messages go on without a mediator, which is missed when a subscription ends; without a broker they do not, nor without
     * what relays at the second site of a WAN, which is started with the address of the first.
     */
    @ParameterizedTest
    @CsvSource({
        "socket, lan, dev.lockstep.pattern.pubsub.Mediator, the mediator at tcp://",
        "jms, lan, dev.lockstep.transport.jms.JmsTransport, the broker at tcp://",
        "socket, wan, other=tcp://, the mediator of site ",
        "jms, wan, ' tcp://', the broker at tcp://"
    })
    void whatTopicsGoByIsKilled(String transport, String network, String hosted, String told) throws Exception {
        try (LockstepJar.Child child = jar.begin("run PublishSubscribe --transport " + transport
                + " --comm none --ranks 2 -p connection=kept -p network=" + network
                + " --forks 1 --distribution-forks 0 --warmup 0"
                + " --iterations 400 --ops 20 --out " + out)) {
            child.await("messages are measured", () -> LockstepJar.read(log).contains("Iteration   2:"));
            LockstepJar.signal("KILL", process(mark, hosted).orElseThrow().pid());
            child.await().exits(1);
        }
        assertThat(failed(out))
                .singleElement()
                .satisfies(event -> assertThat(event.path("reason").asText()).contains(told));
        assertThat(traces.processes()).isEmpty();
        assertThat(traces.files()).isEmpty();
    }

    /** A library's own threads, ports and files end with the ranks. */
    @ParameterizedTest
    @CsvSource({
        "none, aeron-ipc:driver=process:wait=park",
        "none, aeron-udp:wait=park",
        "none, nio",
        "none, netty:io=epoll",
        "none, netty-tls",
        "none, http",
        "none, http2",
        "none, grpc:call=stream",
        "none, zeromq",
        "none, jms:delivery=persistent",
        "none, mqtt",
        "openmpi, netty",
        "openmpi, grpc"
    })
    void theHostIsKilledWhileMessagesMove(String comm, String transport) throws Exception {
        try (LockstepJar.Child child = jar.begin("run TransportPingPong --transport " + transport + " --comm " + comm
                + " --ranks 2 -p bytes=64 --forks 1 --distribution-forks 0 --warmup 0 --iterations 1000000 --ops 20 --out "
                + out)) {
            child.await("messages are measured", () -> LockstepJar.read(log).contains("Iteration   2:"));
            Set<String> ports = listening(mark);
            // One of each rank, where ports are of TCP; of a broker there is one.
            int least = transport.startsWith("aeron") ? 0 : transport.matches("(jms|mqtt).*") ? 1 : 2;
            assertThat(ports).hasSizeGreaterThanOrEqualTo(least);
            child.process().destroyForcibly().waitFor();
            LockstepJar.await("no process is left", () -> traces.processes().isEmpty());
            LockstepJar.await("no file is left", () -> traces.files().isEmpty());
            LockstepJar.await(
                    "nobody listens", () -> Collections.disjoint(listeners().values(), ports));
        }
    }

    /** Addresses at which processes listen whose command line has that word. */
    private static Set<String> listening(Path mark) throws IOException {
        Map<String, String> listeners = listeners();
        Set<String> found = new TreeSet<>();
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            Path about = Path.of("/proc", Long.toString(process.pid()));
            if (LockstepJar.read(about.resolve("cmdline")).contains(mark.toString())) {
                try (Stream<Path> descriptors = Files.list(about.resolve("fd"))) {
                    descriptors
                            .map(TransportFaultsIT::target)
                            .filter(listeners::containsKey)
                            .map(listeners::get)
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    /** What a descriptor is of; nothing if it was closed meanwhile. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** The machine's listening TCP sockets: the address of each by what its descriptor is a link to. */
    private static Map<String, String> listeners() {
        return Stream.of("tcp", "tcp6")
                .flatMap(protocol ->
                        LockstepJar.read(Path.of("/proc/net", protocol)).lines())
                .map(line -> line.strip().split(" +"))
                .filter(socket -> socket[STATE].equals(LISTEN))
                .collect(Collectors.toMap(
                        socket -> "socket:[" + socket[INODE] + "]", socket -> socket[ADDRESS], (one, same) -> one));
    }

    /** Its one cell has failed, and says which rank is gone. */
    private static void assertKilled(Path out, int rank) throws IOException {
        assertThat(failed(out))
                .singleElement()
                .satisfies(event -> assertThat(event.path("reason").asText())
                        .containsPattern("rank " + rank + " \\(pid \\d+ on [^)]*\\).*its JVM exited or was killed"));
    }

    /** The JVM of a rank, which those that look after it, and those that it has started, share their variables with. */
    private static long rank(Path mark, int number) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    Path about = Path.of("/proc", Long.toString(process.pid()));
                    return LockstepJar.read(about.resolve("comm")).strip().equals("java")
                            && LockstepJar.read(about.resolve("cmdline")).contains(mark.toString())
                            && !LockstepJar.read(about.resolve("cmdline")).contains(PeerProcess.class.getName())
                            && Stream.of(LockstepJar.read(about.resolve("environ"))
                                            .split("\0"))
                                    .anyMatch(variable ->
                                            variable.matches("(LOCKSTEP_RANK|OMPI_COMM_WORLD_RANK)=" + number));
                })
                .findFirst()
                .orElseThrow()
                .pid();
    }

    private static Optional<ProcessHandle> broker(Path outside) {
        return process(outside, Broker.class.getName());
    }

    /** One whose command line has both. */
    private static Optional<ProcessHandle> process(Path mark, String what) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    String line = LockstepJar.read(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                            .replace('\0', ' ');
                    return line.contains(mark.toString()) && line.contains(what);
                })
                .findFirst();
    }
}
