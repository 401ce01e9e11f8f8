package dev.lockstep.cli;

import dev.lockstep.harness.run.UsageException;
import dev.lockstep.run.Baseline;
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
    private static final Set<String> OPTIONS = Set.of(Baseline.COMM, Baseline.RANKS, Baseline.THREADS);

    private static final String PARAM = "--param";

    private ParamComparison() {}

    /**
     * Puts {@code run} in place of {@code ab --param}, wherever on the command line that stands; other command lines stay as they are.
     *
     * @param args as typed
     * @return to be parsed
     * @throws UsageException if there are not two values, or the arguments say themselves what is compared
     */
    static String[] expand(String... args) {
        if (args.length == 0 || !args[0].equals("ab")) {
            return args;
        }
        List<String> rest = new ArrayList<>(List.of(args).subList(1, args.length));
        for (int i = 0; i < rest.size(); i++) {
            String word = rest.get(i);
            boolean alone = word.equals(PARAM);
            if (word.startsWith(PARAM + "=") || alone && i + 1 < rest.size()) {
                rest.remove(i);
                String param = alone ? rest.remove(i) : word.substring(PARAM.length() + 1);
                return command(param, rest).toArray(String[]::new);
            }
        }
        return args;
    }

    /**
     * The run that compares them.
     *
     * @param param such as {@code transport=socket,mine}; the name may be comm, ranks or threads too
     * @param arguments of {@code lockstep run}, without its name: patterns and options
     * @return its command line
     */
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
