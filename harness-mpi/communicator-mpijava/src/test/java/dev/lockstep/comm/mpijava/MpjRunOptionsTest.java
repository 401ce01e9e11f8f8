package dev.lockstep.comm.mpijava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where ranks go, and what is refused. */
class MpjRunOptionsTest {
    private static MpjRunOptions parse(String line) {
        return MpjRunOptions.parse(List.of(line.split(" ")));
    }

    @Test
    void withoutHostsAllRanksAreHere() {
        MpjRunOptions options = parse("-np 2 --cpus 0,4/1,5 -x A -x B -- java -cp x Main -np 7");
        assertThat(options.hosts()).containsExactly("localhost", "localhost");
        assertThat(options.allHere()).isTrue();
        assertThat(options.cpus()).containsExactly("0,4", "1,5");
        assertThat(options.forward()).containsExactly("A", "B");
        assertThat(options.command()).containsExactly("java", "-cp", "x", "Main", "-np", "7");
        assertThat(options.name(1)).isEqualTo("rank 1");
    }

    @Test
    void ranksFillSlotsInTheOrderOfHosts() {
        MpjRunOptions options = parse("-np 3 --host h1:2,h2:4 --start-timeout 5 -- true");
        assertThat(options.hosts()).containsExactly("h1", "h1", "h2");
        assertThat(options.startSeconds()).isEqualTo(5);
        assertThat(options.name(2)).isEqualTo("rank 2 on h2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-np 2|a command behind --",
                "-np 0 -- true|at least 1",
                "-np two -- true|-np needs a number, not 'two'",
                "-np -1 -- true|-np needs a number, not '-1'",
                "-np|-np needs a value",
                "--nodes 2 -- true|there is no option --nodes",
                "-np 3 --host h1,h2 -- true|2 slots for 3 ranks",
                "-np 2 --cpus 0 -- true|1 lists for 2 ranks"
            })
    void whatMakesNoSenseIsRefused(String line, String reason) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
