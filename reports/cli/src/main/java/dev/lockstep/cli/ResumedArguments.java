package dev.lockstep.cli;

import dev.lockstep.harness.run.EarlierRun;
import dev.lockstep.harness.run.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A command line with {@code --resume} says again what the run's first command line said, and what it says itself. */
final class ResumedArguments {
    private static final String OUT = "--out";

    /** These are about one call of the program, not about the run. */
    private static final Set<String> OF_ONE_CALL =
            Set.of(OUT, ResumeOptions.RESUME, ResumeOptions.RETRY_FAILED, ResumeOptions.FORCE, ResumeOptions.WAIT);

    private ResumedArguments() {}

    /** The arguments of a run, ready to be typed again: the command's name first, without what is about this call only. */
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

    /** Several of them are matches of one specification, which has the words of all. */
    private static List<String> positionals(ParseResult typed) {
        return typed.matchedPositionals().stream()
                .distinct()
                .flatMap(p -> p.originalStringValues().stream())
                .toList();
    }

    private static List<String> words(OptionSpec option) {
        if (option.arity().max() == 0) {
            return List.of(option.longestName());
        }
        return option.originalStringValues().stream()
                .map(value -> option.longestName() + "=" + value)
                .toList();
    }

    /**
     * Adds what the run in {@code --out} was begun with, but for what is said anew.
     *
     * @throws UsageException if there is no such run, or another command began it
     */
    static String[] expand(CommandLine program, String... args) throws IOException {
        ParseResult typed;
        try {
            typed = program.parseArgs(args).subcommand();
        } catch (CommandLine.ParameterException e) {
            // Said when the command line is parsed to be executed.
            return args;
        }
        if (typed == null || !typed.hasMatchedOption(ResumeOptions.RESUME) || !typed.hasMatchedOption(OUT)) {
            return args;
        }
        Path out = typed.matchedOptionValue(OUT, Path.of("."));
        List<String> earlier = EarlierRun.arguments(out);
        if (earlier.isEmpty()) {
            return args;
        }
        if (!earlier.get(0).equals(args[0])) {
            throw new UsageException("the run in " + out + " was begun by 'lockstep " + earlier.get(0)
                    + "'; resume it by the same command");
        }
        Set<String> said = new HashSet<>();
        typed.matchedOptions().forEach(option -> said.add(option.longestName()));
        ParseResult before = program.parseArgs(earlier.toArray(String[]::new)).subcommand();
        List<String> all = new ArrayList<>(List.of(args));
        before.matchedOptions().stream()
                .distinct()
                .filter(option -> !said.contains(option.longestName()))
                .forEach(option -> all.addAll(1, words(option)));
        if (typed.matchedPositionals().isEmpty()) {
            all.addAll(1, positionals(before));
        }
        return all.toArray(String[]::new);
    }
}
