package dev.lockstep.system.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/faults.md names tests that exist, and all of those that are written for it. */
class FaultTableTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:IT|Test))\\.(\\w+)`");
    private static final Pattern METHOD =
            Pattern.compile("@(?:Test|ParameterizedTest)\\b.*?\\bvoid (\\w+)\\(", Pattern.DOTALL);
    private static final Set<String> WRITTEN_FOR_IT = Set.of(
            "RankFaultsIT",
            "HungRanksIT",
            "LaunchFaultsIT",
            "MachineFaultsIT",
            "RelayProbesIT",
            "FfmEdgesIT",
            "ReferenceFaultsIT",
            "TransportFaultsIT",
            "TransportFaultsTest");

    /** How rows begin that must not go away. */
    private static final List<String> ROWS = List.of(
            "rank killed by a signal",
            "rank calls `System.exit`",
            "rank out of memory",
            "rank throws in set-up",
            "rank throws in the operation",
            "rank throws in tear-down",
            "rank hung in a native call",
            "rank waits for a message that nobody sends",
            "rank hung in Java",
            "launcher killed",
            "`mpiexec`, Open MPI 5's `mpirun` or `srun` killed",
            "Ctrl-C under `mpiexec` or `srun`",
            "launcher missing",
            "host that the launcher does not know",
            "library of another MPI than the launcher's",
            "launch script killed",
            "host JVM killed",
            "terminal closed",
            "disk full",
            "journal truncated at any byte",
            "standard output closed",
            "network between two hosts cut in mid-run",
            "relay's port: wrong key, random bytes, a serialized gadget, one byte a second",
            "relay's port: a recorded handshake",
            "relay's port: 1,000 connections",
            "two runs at once",
            "files that ranks map in shared memory",
            "`jmh.lock` is a planted link",
            "cleaning up fails",
            "leftovers that are another user's",
            "clock stepped",
            "benchmark prints 100 MB",
            "library grants less than the thread level that it is asked for",
            "threads are to share a communicator whose library cannot",
            "launcher and library of different MPIs",
            "MPI library missing",
            "a JDK below 22",
            "message longer than its buffer",
            "MPI aborts",
            "garbage collection while messages are under way",
            "rank of the C reference killed",
            "rank of the C reference hung",
            "output of the C reference that cannot be understood",
            "kernel of the C reference does not do its work",
            "no C compiler",
            "transport's port taken",
            "transport's peer never answers",
            "transport's peer dies in mid-message",
            "sender over `nio` or `uds` is interrupted in mid-message",
            "a transport has no descriptors left",
            "`OpenClose` without descriptors",
            "`OpenLoop` cannot keep its rate",
            "`shm` has no memory left",
            "`shm` between PID namespaces",
            "several open one address of `shm`",
            "files of a `uds` or `shm` endpoint",
            "transport whose constructor throws");

    @Test
    void everyFaultHasItsRow() throws IOException {
        List<String> rows = rows();
        assertThat(ROWS)
                .allSatisfy(fault -> assertThat(rows)
                        .as(fault)
                        .filteredOn(row -> row.startsWith("| " + fault))
                        .hasSize(1));
    }

    @Test
    void theTableAndTheTestsAgree() throws IOException {
        Set<String> named = new TreeSet<>();
        for (String row : rows()) {
            Matcher m = NAMED.matcher(row);
            while (m.find()) {
                named.add(m.group(1) + "." + m.group(2));
            }
            assertThat(row).containsPattern(NAMED);
        }
        Set<String> existing = new TreeSet<>();
        for (Path source : sources()) {
            String type = source.getFileName().toString().replace(".java", "");
            Matcher m = METHOD.matcher(Files.readString(source));
            while (m.find()) {
                existing.add(type + "." + m.group(1));
            }
        }
        assertThat(existing).containsAll(named);
        existing.removeIf(test -> !WRITTEN_FOR_IT.contains(test.replaceAll("\\..*", "")));
        assertThat(named).containsAll(existing);
        assertThat(existing).as("tests written for it").hasSizeGreaterThan(WRITTEN_FOR_IT.size());
    }

    private static List<String> rows() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(ROOT.resolve("docs/faults.md")));
        lines.removeIf(line -> !line.startsWith("| ") || line.startsWith("| fault |") || line.startsWith("| --- "));
        assertThat(lines).isNotEmpty();
        return lines;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("/src/test/java"))
                    .filter(file -> file.toString().matches(".*(IT|Test)\\.java"))
                    .toList();
        }
    }
}
