package dev.lockstep.cli.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Options that are handed on as typed to {@code lockstep run} or to JMH itself, whichever measures. */
@Command
public final class ForwardedOptions {
    /** The options of {@code run} that such a command has too. */
    private static final List<Class<?>> OF_RUN =
            List.of(CellOptions.class, EffortOptions.class, LaunchingOptions.class, JvmOptions.class);

    /** The exceptions: such a command decides itself how often it launches. */
    private static final Set<String> NOT_TAKEN = Set.of("--forks", "--distribution-forks", "--keep-samples");

    /** JMH's names for the same options; an option that JMH lacks is about ranks. */
    private static final Map<String, List<String>> OF_JMH = Map.of(
            "--threads", List.of("-t"),
            "--warmup", List.of("-wi"),
            "--iterations", List.of("-i"),
            "--iteration-time", List.of("-w", "-r"),
            "--jvm", List.of("-jvm"),
            "--jvm-args", List.of("-jvmArgs"));

    /** Options that are like parameters: a batch may be about some of the values. */
    private static final Set<String> LAYOUT = Set.of("--comm", "--ranks");

    private static final String PARAM = "-p";

    /** Short for a parameter. */
    private static final String TRANSPORT = "--transport";

    private CommandSpec command;
    private List<OptionSpec> options;

    /** Called by picocli; adds the options to the command. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec mixee) {
        command = mixee;
        options = OF_RUN.stream()
                .flatMap(mixin -> CommandSpec.forAnnotatedObject(mixin).options().stream())
                .filter(option -> !NOT_TAKEN.contains(option.longestName()))
                .map(ForwardedOptions::asText)
                .toList();
        options.forEach(command::addOption);
    }

    /** The program that gets it reads the value, and has its own default. */
    private static OptionSpec asText(OptionSpec option) {
        String usual = String.valueOf(option.defaultValue());
        boolean flag = option.arity().max() == 0;
        boolean often = option.isMultiValue() && option.splitRegex().isEmpty();
        return OptionSpec.builder(option.names())
                .paramLabel(option.paramLabel())
                .description(option.description()[0].replace("${DEFAULT-VALUE}", usual))
                .type(flag ? boolean.class : often ? List.class : String.class)
                .auxiliaryTypes(flag ? boolean.class : String.class)
                .build();
    }

    public TypedWords typed(List<String> words) {
        return TypedWords.of(command, words);
    }

    /** The options that were given, and further words, for whichever program measures. */
    public Arguments arguments(List<String> further) {
        List<String> lockstep = new ArrayList<>();
        List<String> jmh = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        boolean ofRanks = false;
        for (OptionSpec option : options) {
            if (!command.commandLine().getParseResult().hasMatchedOption(option)) {
                continue;
            }
            String name = option.longestName();
            List<String> said = option.originalStringValues();
            if (name.equals(PARAM) || name.equals(TRANSPORT)) {
                CellOptions.values(name.equals(PARAM) ? said : transport(said.get(0)))
                        .forEach((param, all) ->
                                values.merge(param, String.join(",", all), (before, more) -> before + "," + more));
                continue;
            }
            ofRanks |= !OF_JMH.containsKey(name);
            if (LAYOUT.contains(name)) {
                values.put(name.substring(2), said.get(0));
            } else {
                lockstep.addAll(ResumedArguments.words(option));
            }
            OF_JMH.getOrDefault(name, List.of()).forEach(word -> jmh.addAll(List.of(word, said.get(0))));
        }
        lockstep.addAll(further);
        jmh.addAll(further);
        return new Arguments(lockstep, jmh, values, ofRanks);
    }

    private static List<String> transport(String names) {
        return CellOptions.transport(List.of(names.split(","))).stream().toList();
    }
}
