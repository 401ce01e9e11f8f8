package dev.lockstep.harness.launch;

import static dev.lockstep.harness.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.machine.HostName;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostsTest {
    @Test
    void aListOfHosts() {
        Hosts hosts = Hosts.parse("h1:2, node-7.cluster:16,10.0.0.3");
        assertThat(hosts.all())
                .containsExactly(
                        new Hosts.Host("h1", 2, 0),
                        new Hosts.Host("node-7.cluster", 16, 0),
                        new Hosts.Host("10.0.0.3", 1, 0));
        assertThat(hosts.slots()).isEqualTo(19);
        assertThat(hosts.slotList()).isEqualTo("h1:2,node-7.cluster:16,10.0.0.3:1");
        assertThat(Hosts.parse("")).isEqualTo(Hosts.NOT_GIVEN);
    }

    @Test
    void whatIsKnownSurvivesAsText() {
        Hosts hosts = Hosts.parse("h1:2,h2:2").withCores(Map.of("h2", 64, "h9", 1));
        assertThat(hosts.all()).containsExactly(new Hosts.Host("h1", 2, 0), new Hosts.Host("h2", 2, 64));
        assertThat(Hosts.parse(hosts.toString())).isEqualTo(hosts);
        assertThat(hosts.slotList()).isEqualTo("h1:2,h2:2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h1:", "h1:0", "h1:-1", "h1:two", ",h1", "h1,,h2", "h1;h2", "-h1", "h1 h2", "h1:2:2", "$(x)", "::1"
            })
    void whatIsNoListIsRefusedWithOneThatIs(String text) {
        assertThrown(IllegalArgumentException.class, () -> Hosts.parse(text), "such as h1:2,h2:2");
        assertThrown(IllegalArgumentException.class, () -> Hosts.parse("h1,h2,h1:2"), "'h1' is named twice");
    }

    @Test
    void aHostFileOfEitherKind() {
        assertThat(Hosts.ofFile(List.of("# nodes", "", "h1 slots=2", "  h2   slots = 4 # the big one", "h3:8", "h4")))
                .isEqualTo(Hosts.parse("h1:2,h2:4,h3:8,h4:1"));
        assertThrown(IllegalArgumentException.class, () -> Hosts.ofFile(List.of("h1 slots=many")), "'h1 slots=many'");
        assertThrown(IllegalArgumentException.class, () -> Hosts.ofFile(List.of("# nothing")), "no host");
    }

    @Test
    void oversubscribedIsSaidOfEachHost() {
        Hosts hosts = Hosts.parse("h1:2/2,h2:4/2");
        assertThat(hosts.oversubscribed(2, 1)).isFalse();
        assertThat(hosts.oversubscribed(4, 1)).isFalse();
        assertThat(hosts.oversubscribed(5, 1))
                .as("three ranks on two cores of h2")
                .isTrue();
        assertThat(hosts.oversubscribed(1, 3)).isTrue();
        assertThat(Hosts.parse("host.invalid:64").withOwnCores().oversubscribed(64, 1))
                .as("not known before that host was asked")
                .isFalse();
        assertThat(Hosts.NOT_GIVEN.oversubscribed(Cores.usable(), 1)).isFalse();
        assertThat(Hosts.NOT_GIVEN.oversubscribed(Cores.usable() + 1, 1)).isTrue();
    }

    @Test
    void thisHostsCoresAreKnown() throws IOException {
        int cores = Cores.usable();
        for (String name : List.of("localhost", "127.0.0.1", HostName.ofThisMachine())) {
            Hosts hosts = Hosts.parse(name + ":" + 2 * cores).withOwnCores();
            assertThat(hosts.oversubscribed(cores, 1)).as(name).isFalse();
            assertThat(hosts.oversubscribed(cores + 1, 1)).as(name).isTrue();
            assertThat(hosts.oversubscribed(cores, 2)).as(name).isTrue();
        }
        Hosts twice = Hosts.parse("localhost:" + cores + ",host.invalid:1,127.0.0.1:1")
                .withOwnCores();
        assertThat(twice.oversubscribed(cores + 1, 1)).isFalse();
        assertThat(twice.oversubscribed(cores + 2, 1))
                .as("two names of one host")
                .isTrue();
    }

    @Test
    void thisHostByAnyNameIsNotBeyondIt() throws IOException {
        assertThat(Hosts.NOT_GIVEN.beyondThisHost()).isFalse();
        assertThat(Hosts.parse("localhost:2").beyondThisHost()).isFalse();
        assertThat(Hosts.parse("127.0.0.1:2").beyondThisHost()).isFalse();
        assertThat(Hosts.parse(HostName.ofThisMachine() + ":2").beyondThisHost())
                .isFalse();
        assertThat(Hosts.parse("localhost:2,host.invalid:2").beyondThisHost()).isTrue();
    }
}
