package dev.lockstep.cli;

import dev.lockstep.cli.ab.Arguments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How to measure, handed on to {@code lockstep run} or to JMH itself, whichever measures. */
final class ForwardedOptions {
    /** What JMH calls the same. */
    private static final Map<String, List<String>> OF_JMH = Map.of(
            "--threads", List.of("-t"),
            "--warmup", List.of("-wi"),
            "--iterations", List.of("-i"),
            "--iteration-time", List.of("-w", "-r"),
            "--jvm", List.of("-jvm"),
            "--jvm-args", List.of("-jvmArgs"));

    private static final Set<String> OF_RANKS =
            Set.of("--comm", "--ranks", "--launcher", "--launcher-args", "--bind", "--ops", "--timeout");

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(names = "--comm", paramLabel = "NAME,...", description = "communicators, as of run")
    String comms;

    @Option(names = "--ranks", paramLabel = "N,...", description = "numbers of ranks, as of run")
    String ranks;

    @Option(names = "--threads", paramLabel = "N", description = "threads, per rank where there are ranks")
    String threads;

    @Option(names = "-p", paramLabel = "NAME=V1,V2", description = "values of a benchmark's parameter")
    List<String> params = List.of();

    @Option(names = "--warmup", paramLabel = "N", description = "warm-up iterations of each launch")
    String warmup;

    @Option(names = "--iterations", paramLabel = "N", description = "measured iterations of each launch")
    String iterations;

    @Option(
            names = "--iteration-time",
            paramLabel = "TIME",
            description = "how long an iteration should last, such as 200ms")
    String iterationTime;

    @Option(
            names = "--ops",
            paramLabel = "RULE",
            description = "operations per iteration at first, as of run; then as many")
    String ops;

    @Option(names = "--launcher", paramLabel = "NAME", description = "what starts ranks, as of run")
    String launcher;

    @Option(names = "--launcher-args", paramLabel = "\"...\"", description = "arguments for it")
    String launcherArgs;

    @Option(names = "--bind", paramLabel = "core|none|...", description = "binding of ranks, as of run")
    String bind;

    @Option(names = "--timeout", paramLabel = "TIME", description = "when a launch is given up, as of run")
    String timeout;

    @Option(names = "--jvm", paramLabel = "PATH", description = "java executable of forks and ranks")
    String jvm;

    @Option(names = "--jvm-args", paramLabel = "\"...\"", description = "arguments for it")
    String jvmArgs;

    /**
     * What was said.
     *
     * @param further words for whichever program measures
     */
    Arguments arguments(List<String> further) {
        List<String> lockstep = new ArrayList<>();
        List<String> jmh = new ArrayList<>();
        boolean ofRanks = false;
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            String name = option.longestName();
            boolean own = OF_JMH.containsKey(name) || OF_RANKS.contains(name);
            if (own) {
                ofRanks |= OF_RANKS.contains(name);
                if (!name.equals("--comm") && !name.equals("--ranks")) {
                    lockstep.add(name + "=" + option.getValue());
                }
                OF_JMH.getOrDefault(name, List.of()).forEach(word -> jmh.addAll(List.of(word, option.getValue())));
            }
        }
        lockstep.addAll(further);
        jmh.addAll(further);
        return new Arguments(lockstep, jmh, values(), ofRanks);
    }

    private Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        if (comms != null) {
            values.put("comm", comms);
        }
        if (ranks != null) {
            values.put("ranks", ranks);
        }
        RunCommand.values(params).forEach((name, all) -> values.put(name, String.join(",", all)));
        return values;
    }
}
