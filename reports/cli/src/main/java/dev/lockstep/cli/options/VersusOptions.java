package dev.lockstep.cli.options;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say what is compared within a run. */
public final class VersusOptions {
    /** The option of {@code ab} that makes it {@code run}. */
    public static final String PARAM = "--param";

    private static final String VERSUS = "--vs";

    /** These have options of their own. */
    private static final Set<String> OPTIONS =
            Set.of(Baseline.COMM, Baseline.RANKS, Baseline.THREADS, Baseline.THREAD_LEVEL);

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(
            names = VERSUS,
            paramLabel = "NAME=VALUE",
            description =
                    "compare with the cells in which comm, ranks, threads, thread-level or a parameter has this value,"
                            + " in alternating launches; forks are pairs then, by default 10")
    String versus;

    @Option(
            names = PARAM,
            paramLabel = "NAME=V1,V2",
            description = "the same, with the values of what is compared, the first of them the base")
    String param;

    /**
     * The base that was chosen.
     *
     * @param cells get the values of {@value #PARAM}
     * @throws UsageException if there are not two values, or other options contradict them
     */
    public Baseline base(CellOptions cells) {
        try {
            return param != null ? first(cells) : versus != null ? Baseline.parse(versus) : Baseline.NONE;
        } catch (IllegalArgumentException e) {
            throw new UsageException(VERSUS + " " + e.getMessage());
        }
    }

    private Baseline first(CellOptions cells) {
        String[] halves = param.split("=", 2);
        List<String> written = halves.length < 2 ? List.of() : List.of(halves[1].split(",", -1));
        if (halves[0].isEmpty()
                || written.contains("")
                || written.stream().distinct().count() < 2) {
            throw new UsageException(PARAM
                    + " takes a name and two values or more, the base first, such as comm=local,openmpi, not '" + param
                    + "'");
        }
        List<Baseline> values = written.stream()
                .map(value -> new Baseline(halves[0], value))
                .distinct()
                .toList();
        require(VERSUS, values.get(0).toString(), "the first value of --param is the base");
        if (OPTIONS.contains(halves[0])) {
            require("--" + halves[0], halves[1], "--param says its values");
        }
        cells.choose(halves[0], values.stream().map(Baseline::value).toList());
        return values.get(0);
    }

    /** A run that was begun by the other options, and is resumed by this one, says the same twice. */
    private void require(String option, String value, String because) {
        OptionSpec said = command.commandLine().getParseResult().matchedOption(option);
        if (said != null && !said.originalStringValues().equals(List.of(value))) {
            throw new UsageException(option + " does not go with --param: " + because);
        }
    }
}
