package dev.lockstep.archetype;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a section of {@code docs/extending.md} tells a user to type, in a block or within a sentence.
 *
 * @param commands of Maven and of the jar that it builds, each on one line
 */
record Guide(List<String> commands) {
    private static final Pattern CODE = Pattern.compile("```\\n(.*?)```|`([^`\\n]+)`", Pattern.DOTALL);

    static Guide of(String heading) throws IOException {
        String text = Files.readString(Path.of("..", "..", "docs", "extending.md"));
        String section = text.split("\n#+ " + Pattern.quote(heading) + "\n")[1].split("\n#+ ")[0];
        return new Guide(CODE.matcher(section)
                .results()
                .flatMap(code -> code.group(1) == null ? Stream.of(code.group(2)) : lines(code.group(1)))
                .filter(line -> line.startsWith("mvn ") || line.startsWith("java -jar target/benchmarks.jar "))
                .distinct()
                .toList());
    }

    private static Stream<String> lines(String block) {
        return block.replaceAll("\\\\\\n *", "").lines();
    }

    /** The one with these words. */
    String command(String words) {
        List<String> all =
                commands.stream().filter(line -> line.contains(words)).toList();
        assertThat(all).as("%s in %s", words, commands).hasSize(1);
        return all.get(0);
    }
}
