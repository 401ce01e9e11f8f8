package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lockstep.harness.run.RunOptions;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code ab --param}, which is {@code run} with values and {@code --vs}. */
class ParamTest {
    private static RunOptions options(String line) throws IOException {
        RunCommand run = new RunCommand();
        new CommandLine(run).parseArgs((line + " PingPong --forks 12 --out x").split(" "));
        return run.options();
    }

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
    void itIsARunWithABase(String param, String arguments) throws IOException {
        assertThat(options("--param " + param)).isEqualTo(options(arguments));
        assertThat(options("--param " + param + " " + arguments)).isEqualTo(options(arguments));
    }

    /** Values of the same parameter that are said besides are further ones. */
    @Test
    void theBaseIsTheFirstOfAllValues() throws IOException {
        assertThat(options("--param=bytes=64,1024 -p bytes=8")).isEqualTo(options("-p=bytes=64,1024,8 --vs=bytes=64"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "comm", "=a,b", "comm=local", "comm=local,local", "comm=local,", "comm=,local"})
    void itTakesTwoValues(String param) {
        Typed.line("ab PingPong --param=" + param + " --dry-run")
                .refused("--param takes a name and two values", "'" + param + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--vs comm=a", "--vs=comm=a", "--comm a", "--comm=a"})
    void whatItSaysItselfIsRefused(String argument) {
        Typed.line("ab X --param comm=local,openmpi --dry-run " + argument)
                .refused(argument.replaceAll("[= ].*", "") + " does not go with --param");
    }

    @Test
    void anotherAbStaysOne() {
        Typed.line("ab --base a --head b --dry-run").refused("Unknown option: '--dry-run'", "lockstep ab");
        Typed.line("ab -- --param=x=1,2 --dry-run").refused("Missing required option", "--base");
    }

    @Test
    void itRuns() {
        assertThat(Typed.good("ab AllReduce --param bytes=64,1024 --dry-run"))
                .contains(
                        "bytes=64 ",
                        "bytes=1024 ",
                        "plan: 10 of 10 forks of each cell, twice that of those with bytes=64,")
                .endsWith("2 cells, 30 launches besides the pilots, and 2 for distributions\n");
    }
}
