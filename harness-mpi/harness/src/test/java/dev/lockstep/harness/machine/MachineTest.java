package dev.lockstep.harness.machine;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of files, of the network, of the kernel and of the JDK. */
class MachineTest {
    @TempDir
    Path folder;

    // --- Checksum ---

    @Test
    void aFileHasTheChecksumThatEverybodyElseFindsAndAFolderOneOfNamesAndContents() throws IOException {
        assertThat(Checksum.of(folder.resolve("none"))).isEqualTo(Checksum.MISSING);
        // FIPS 180-2, appendix B.1.
        assertThat(Checksum.of(Files.writeString(folder.resolve("x"), "abc")))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        Path classes = Files.createDirectories(folder.resolve("classes/sub"));
        Files.writeString(classes.resolve("A"), "1");
        String first = Checksum.of(folder);
        assertThat(Checksum.of(folder)).isEqualTo(first).hasSize(64);
        Files.move(classes.resolve("A"), classes.resolve("B"));
        String renamed = Checksum.of(folder);
        assertThat(renamed).isNotEqualTo(first);
        Files.writeString(classes.resolve("B"), "2");
        assertThat(Checksum.of(folder)).isNotEqualTo(renamed);
    }

    // --- HostAddress ---

    private static List<InetAddress> addresses(String... literals) throws IOException {
        List<InetAddress> all = new ArrayList<>();
        for (String literal : literals) {
            all.add(InetAddress.getByName(literal));
        }
        return all;
    }

    @Test
    void aHostIsReachedByItsRanksAddressOrByThatOfAnInterface() throws IOException {
        List<InetAddress> loopback = addresses("127.0.0.1", "127.0.1.1");
        assertThat(HostAddress.reachable(loopback.get(0), loopback)).isEqualTo(loopback.get(0));
        List<InetAddress> others = addresses("192.0.2.1", "192.0.2.2");
        assertThat(HostAddress.reachableAmong(others.get(0), List.of())).isEqualTo(others.get(0));
        assertThat(HostAddress.reachableAmong(loopback.get(1), addresses("127.0.0.1", "fe80::1", "192.0.2.2")))
                .isEqualTo(others.get(1));
        List<InetAddress> none = addresses("127.0.0.1", "fe80::1");
        assertThrown(
                IOException.class,
                () -> HostAddress.reachableAmong(loopback.get(1), none),
                "no address that it could reach");
    }

    // --- JdkWarnings ---

    /** The JDK that runs this takes what it knows, and says nothing then when JMH looks at its own objects. */
    @Test
    void aJdkGetsWhatItKnowsAndIsSilent() throws Exception {
        assertThat(JdkWarnings.off(17)).isEmpty();
        assertThat(JdkWarnings.off(22)).containsExactly("--enable-native-access=ALL-UNNAMED");
        assertThat(JdkWarnings.off(25)).hasSize(2).contains("--sun-misc-unsafe-memory-access=allow");
        List<String> command = new ArrayList<>(JdkWarnings.off(Runtime.version().feature()));
        command.add(Looking.class.getName());
        assertThat(new Child(folder).run(command)).isEqualTo(new Child.Outcome(0, "looked\n"));
    }

    /** Has JMH look at its own objects, as each of its forks does. */
    static final class Looking {
        public static void main(String[] args) throws ClassNotFoundException {
            Class.forName("org.openjdk.jmh.infra.BenchmarkParams");
            System.out.println("looked");
        }
    }
}
