package dev.lockstep.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

class ForwardedOptionsTest {
    @Command(name = "some")
    private static final class Some {
        @Parameters
        List<String> words = List.of();

        @Mixin
        ForwardedOptions forwarded;
    }

    private final Some some = new Some();

    private TypedWords parse(String... arguments) {
        new CommandLine(some).parseArgs(arguments);
        return some.forwarded.typed(some.words);
    }

    private Arguments arguments(String... words) {
        List<String> further = parse(words).further();
        return some.forwarded.arguments(further);
    }

    @Test
    void saysTheSameToBothPrograms() {
        Arguments arguments = arguments(
                "--warmup",
                "2",
                "--iterations=3",
                "--iteration-time",
                "50ms",
                "--jvm-args",
                "-Xmx1g -ea",
                "-p",
                "a=1,2");

        assertThat(arguments.lockstep())
                .containsExactlyInAnyOrder(
                        "--warmup=2", "--iterations=3", "--iteration-time=50ms", "--jvm-args=-Xmx1g -ea");
        assertThat(String.join(" ", arguments.jmh()))
                .contains("-wi 2", "-i 3", "-w 50ms", "-r 50ms", "-jvmArgs -Xmx1g -ea");
        assertThat(arguments.values()).containsExactly(entry("a", "1,2"));
        assertThat(arguments.ranks()).isFalse();
    }

    @Test
    void ranksAreLockstepsAloneAndTransportsAParameterForBoth() {
        Arguments ranks = arguments("--comm", "local,openmpi", "--ranks", "2", "--bind", "none");
        assertThat(ranks.ranks()).isTrue();
        assertThat(ranks.lockstep()).containsExactly("--bind=none");
        assertThat(ranks.values()).containsExactly(entry("comm", "local,openmpi"), entry("ranks", "2"));
        Arguments transports = arguments("--transport", "shm,nio", "-p", "transport=uds", "-p", "bytes=16");
        assertThat(transports.ranks()).isFalse();
        assertThat(transports.values()).containsExactly(entry("transport", "shm,nio,uds"), entry("bytes", "16"));
    }

    @Test
    void whatIsBehindTwoDashesIsForTheOtherProgram() {
        TypedWords typed = parse("A", "B", "--warmup", "2", "--", "-prof", "gc");

        assertThat(typed.patterns()).containsExactly("A", "B");
        assertThat(typed.further()).containsExactly("-prof", "gc");
        assertThat(some.forwarded.arguments(typed.further()).jmh()).endsWith("-prof", "gc");
        assertThat(parse("A").further()).isEmpty();
    }
}
