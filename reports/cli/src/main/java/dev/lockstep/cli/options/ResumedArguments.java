package dev.lockstep.cli.options;

import dev.lockstep.harness.record.EarlierRun;
import dev.lockstep.harness.run.Jvm;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Expands a command line with {@code --resume}: it repeats the run's first command line, and adds its own words. */
public final class ResumedArguments {
    static final String RESUME = "--resume";
    static final String RETRY_FAILED = "--retry-failed";
    static final String FORCE = "--force";
    static final String WAIT = "--wait";

    private static final String OUT = "--out";
    private static final String CLASS_PATH = "--cp";
    private static final String JVM = "--jvm";

    /** The options that are about one call of the program, not about the run. */
    private static final Set<String> OF_ONE_CALL = Set.of(OUT, RESUME, RETRY_FAILED, FORCE, WAIT);

    private ResumedArguments() {}

    /**
     * The arguments of a run, ready to be typed again: the command's name first, without what is about this call only.
     */
    static List<String> of(ParseResult typed) {
        List<String> all = new ArrayList<>(List.of(typed.commandSpec().name()));
        typed.matchedOptions().stream().distinct().forEach(option -> {
            if (!OF_ONE_CALL.contains(option.longestName())) {
                all.addAll(words(option));
            }
        });
        all.addAll(positionals(typed));
        return all;
    }

    /** Several positionals match one specification, which has the words of all; none of them is an option. */
    private static List<String> positionals(ParseResult typed) {
        List<String> all = typed.matchedPositionals().stream()
                .distinct()
                .flatMap(p -> p.originalStringValues().stream())
                .collect(Collectors.toCollection(ArrayList::new));
        if (all.stream().anyMatch(word -> word.startsWith("-"))) {
            all.add(0, "--");
        }
        return all;
    }

    /** The option as it was given, however often. */
    static List<String> words(OptionSpec option) {
        if (option.arity().max() == 0) {
            return List.of(option.longestName());
        }
        return option.originalStringValues().stream()
                .map(value -> option.longestName() + "=" + value)
                .toList();
    }

    /**
     * Adds what the run in {@code --out} was begun with, except for options given anew.
     *
     * @throws UsageException if there is no such run, another command began it, or some of it has to be typed
     *     again
     * @throws IOException if its journal cannot be read
     */
    public static String[] expand(CommandLine program, String... args) throws IOException {
        ParseResult typed;
        try {
            typed = program.parseArgs(args).subcommand();
        } catch (CommandLine.ParameterException e) {
            // Said when the command line is parsed to be executed.
            return args;
        }
        if (typed == null || !typed.hasMatchedOption(RESUME) || !typed.hasMatchedOption(OUT)) {
            return args;
        }
        Path out = typed.matchedOptionValue(OUT, Path.of("."));
        List<String> earlier = EarlierRun.arguments(out);
        if (earlier.isEmpty()) {
            return args;
        }
        if (!earlier.get(0).equals(typed.commandSpec().name())) {
            throw new UsageException("the run in " + out + " was begun by 'lockstep " + earlier.get(0)
                    + "'; resume it by the same command");
        }
        Set<String> said = new HashSet<>();
        typed.matchedOptions().forEach(option -> said.add(option.longestName()));
        ParseResult before = parse(program, earlier, out);
        List<OptionSpec> taken = before.matchedOptions().stream()
                .distinct()
                .filter(option -> !said.contains(option.longestName()) && !OF_ONE_CALL.contains(option.longestName()))
                .toList();
        requireClassPath(out, of(before), said);
        requireUsual(out, of(before), taken);
        List<String> all = new ArrayList<>(List.of(args));
        taken.forEach(option -> all.addAll(1, words(option)));
        if (typed.matchedPositionals().isEmpty()) {
            all.addAll(positionals(before));
        }
        return all.toArray(String[]::new);
    }

    /** The journal may be damaged, or of another version. */
    private static ParseResult parse(CommandLine program, List<String> earlier, Path out) {
        try {
            return program.parseArgs(earlier.toArray(String[]::new)).subcommand();
        } catch (CommandLine.ParameterException e) {
            throw new UsageException("the run in " + out + " was begun by a command line that is invalid: "
                    + e.getMessage() + "; its journal is damaged, or of another version");
        }
    }

    /** Whoever made the folder must not decide what this machine runs, unless it would run that anyway. */
    private static void requireUsual(Path out, List<String> earlier, List<OptionSpec> taken) {
        String unusual = taken.stream()
                .filter(option -> !option.longestName().equals(CLASS_PATH))
                .filter(option -> option.originalStringValues().stream()
                        .anyMatch(value ->
                                EarlierRun.isTypedAnew(option.longestName(), value) && !isUsual(option, value)))
                .map(OptionSpec::longestName)
                .collect(Collectors.joining(" and "));
        if (!unusual.isEmpty()) {
            throw new UsageException("the run in " + out + " was begun with " + unusual
                    + ": what that makes this machine run is not taken from a folder. If you want it, say it again: "
                    + EarlierRun.resumption(earlier, out));
        }
    }

    private static boolean isUsual(OptionSpec option, String value) {
        return value.equals(
                option.longestName().equals(JVM) ? Jvm.current(List.of()).executable() : option.defaultValue());
    }

    /** The class path is settled when the JVM starts, so the earlier one cannot be taken over. */
    private static void requireClassPath(Path out, List<String> earlier, Set<String> said) {
        Set<Path> there = JarOptions.entries(System.getProperty("java.class.path"));
        boolean missing = earlier.stream()
                .filter(argument -> argument.startsWith(CLASS_PATH + "="))
                .map(argument -> argument.substring(CLASS_PATH.length() + 1))
                .anyMatch(jars -> !there.containsAll(JarOptions.entries(jars)));
        if (missing && !said.contains(CLASS_PATH)) {
            throw new UsageException("the run in " + out + " was begun with " + CLASS_PATH + "; say it again: "
                    + EarlierRun.resumption(earlier, out));
        }
    }
}
