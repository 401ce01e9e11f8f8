package dev.lockstep.cli;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.harness.run.Versus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * {@code lockstep ab --param NAME=V1,V2}: values of a parameter against each other within one run, the first of them the base. It is {@code lockstep run} with {@code
 * --vs}, and can be resumed as such.
 */
final class ParamComparison {
    /** These have options of their own. */
    private static final Set<String> OPTIONS = Set.of(Versus.COMM, Versus.RANKS, Versus.THREADS);

    private ParamComparison() {}

    /**
     * Runs it.
     *
     * @param param such as {@code transport=socket,mine}; the name may be comm, ranks or threads too
     * @param arguments of {@code lockstep run}, without its name: patterns and options
     * @return the exit code of {@code lockstep run}
     * @throws UsageException if there are not two values, or the arguments say themselves what is compared
     */
    static int run(String param, List<String> arguments) {
        return Lockstep.execute(command(param, arguments).toArray(String[]::new));
    }

    static List<String> command(String param, List<String> arguments) {
        int equals = param.indexOf('=');
        List<String> values = equals < 1
                ? List.of()
                : Arrays.stream(param.substring(equals + 1).split(",", -1))
                        .distinct()
                        .toList();
        if (values.size() < 2 || values.contains("")) {
            throw new UsageException(
                    "--param takes a name and two values or more, the base first, such as comm=local,openmpi, not '"
                            + param + "'");
        }
        String name = param.substring(0, equals);
        requireUnsaid("--vs", "the first value of --param is the base", arguments);
        List<String> command = new ArrayList<>(List.of("run"));
        if (OPTIONS.contains(name)) {
            requireUnsaid("--" + name, "--param says its values", arguments);
            command.add("--" + name + "=" + String.join(",", values));
        } else {
            command.add("-p=" + name + "=" + String.join(",", values));
        }
        command.add("--vs=" + name + "=" + values.get(0));
        command.addAll(arguments);
        return command;
    }

    private static void requireUnsaid(String option, String because, List<String> arguments) {
        if (arguments.stream().anyMatch(a -> a.equals(option) || a.startsWith(option + "="))) {
            throw new UsageException(option + " does not go with --param: " + because);
        }
    }
}
