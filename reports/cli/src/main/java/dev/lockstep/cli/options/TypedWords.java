package dev.lockstep.cli.options;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The words of a command that are no options.
 *
 * @param patterns before {@code --}
 * @param further after it: for another program
 */
public record TypedWords(List<String> patterns, List<String> further) {
    private static final String END_OF_OPTIONS = "--";

    public static TypedWords of(CommandSpec command, List<String> words) {
        List<String> typed = command.commandLine().getParseResult().originalArgs();
        int end = typed.indexOf(END_OF_OPTIONS);
        int patterns = end < 0 ? words.size() : words.size() - (typed.size() - end - 1);
        return new TypedWords(words.subList(0, patterns), words.subList(patterns, words.size()));
    }
}
