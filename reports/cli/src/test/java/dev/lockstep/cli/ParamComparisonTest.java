package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lockstep.harness.run.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParamComparisonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "comm=local,openmpi | --comm=local,openmpi --vs=comm=local",
                "ranks=2,4 | --ranks=2,4 --vs=ranks=2",
                "threads=1,2 | --threads=1,2 --vs=threads=1",
                "connection=open,perMessage | -p=connection=open,perMessage --vs=connection=open",
                "kind=a,b,a | -p=kind=a,b --vs=kind=a"
            })
    void itIsARunWithABase(String param, String arguments) {
        assertThat(String.join(" ", ParamComparison.command(param, List.of("PingPong", "--forks", "12"))))
                .isEqualTo("run " + arguments + " PingPong --forks 12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "comm", "=a,b", "comm=local", "comm=local,local", "comm=local,", "comm=,local"})
    void itTakesTwoValues(String param) {
        assertThatThrownBy(() -> ParamComparison.command(param, List.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("--param takes a name and two values", "'" + param + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--vs", "--vs=comm=a", "--comm", "--comm=a"})
    void whatItSaysItselfIsRefused(String argument) {
        assertThatThrownBy(() -> ParamComparison.command("comm=local,openmpi", List.of("X", argument, "a")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(argument.replaceAll("=.*", "") + " does not go with --param");
    }

    @Test
    void otherCommandLinesStayAsTheyAre() {
        String[] revisions = {"ab", "--base", "a", "--head", "b"};
        assertThat(ParamComparison.expand(revisions)).isSameAs(revisions);
        String[] run = {"run", "--param=x=1,2"};
        assertThat(ParamComparison.expand(run)).isSameAs(run);
        assertThat(ParamComparison.expand("ab", "X", "--param=x=1,2", "--forks", "3"))
                .containsExactly("run", "-p=x=1,2", "--vs=x=1", "X", "--forks", "3");
    }

    @Test
    void itRuns() {
        PrintStream out = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream instead = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(instead);
            assertThat(Lockstep.execute("ab", "AllReduce", "--param", "bytes=64,1024", "--dry-run"))
                    .isZero();
        } finally {
            System.setOut(out);
        }
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains(
                        "bytes=64 ",
                        "bytes=1024 ",
                        "plan: 10 of 10 forks of each cell, twice that of those with bytes=64,")
                .endsWith("2 cells, 30 launches besides the pilots, and 2 for distributions\n");
    }
}
