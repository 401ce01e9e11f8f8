package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Types what README and the pages of docs show. */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern BLOCK = Pattern.compile("^```\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#: ]+)(#[^) ]*)?\\)");
    private static final String PROGRAM = "./lockstep ";

    /** What stands for a file, host or run of the reader's, or for a class that the page lets him write. */
    private static final Pattern READERS_OWN =
            Pattern.compile("--resume|--cp|--hosts|collectives\\.Reduce|\\b(my|old|new)\\b.*\\.jar");

    @TempDir
    private Path scratch;

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            Stream<Path> others = Stream.of(
                            "README.md",
                            "CONTRIBUTING.md",
                            "jmh-collectives/README.md",
                            "jmh-collectives/algorithms/README.md",
                            "jmh-collectives/communicator-transport/README.md",
                            "jmh-serialization/README.md",
                            "jmh-transports/README.md",
                            "reports/README.md")
                    .map(ROOT::resolve);
            return Stream.concat(
                            docs.filter(page -> page.toString().endsWith(".md")).sorted(), others)
                    .toList();
        }
    }

    /** Each once, as it is typed, without comments; what shows alternatives in brackets is a synopsis, and left out. */
    private static List<String> commands() throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        for (Path page : pages()) {
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                block.group(1)
                        .replace("\\\n", " ")
                        .lines()
                        .map(line -> line.replaceFirst("\\s+# .*", "").strip())
                        .filter(line ->
                                line.startsWith(PROGRAM) && !line.contains("[") && !line.matches(".*[A-Z]\\|.*"))
                        .filter(line -> !line.matches("\\S+ (test|setup|help)\\b.*"))
                        .forEach(commands::add);
            }
        }
        return List.copyOf(commands);
    }

    /** Words as a shell makes them of lines; each ends with a line feed, and each line with one more. */
    static Stream<List<String>> typed() throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder();
        commands()
                .forEach(
                        command -> script.append("printf '%s\\n' " + command.substring(PROGRAM.length()) + "; echo\n"));
        Process shell = new ProcessBuilder("sh", "-f", "-c", script.toString()).start();
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return Stream.of(out.split("\n\n")).map(line -> line.lines().toList());
    }

    @ParameterizedTest
    @MethodSource("typed")
    void isUnderstood(List<String> words) {
        // The whole suite by itself takes seconds to plan, and has tests of its own.
        boolean plans = List.of("run", "bench").contains(words.get(0))
                && words.size() > 1
                && !READERS_OWN.matcher(String.join(" ", words)).find();
        if (plans) {
            List<String> dryRun = new ArrayList<>(words);
            dryRun.addAll(List.of("--dry-run", "--out", scratch.resolve("out").toString()));
            assertThat(Typed.in(dryRun.toArray(String[]::new)).ended(0).out()).isNotEmpty();
        } else {
            assertThatCode(() -> Lockstep.commandLine().parseArgs(words.toArray(String[]::new)))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void thereAreMany() throws IOException, InterruptedException {
        assertThat(commands()).hasSizeGreaterThan(20).anyMatch(command -> command.contains(" run "));
        assertThat(typed()).hasSameSizeAs(commands());
        assertThatCode(() -> Lockstep.commandLine().parseArgs("run", "AllReduce", "--no-such-option"))
                .hasMessageContaining("--no-such-option");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(Path page) throws IOException {
        String text = Files.readString(page);
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            Path target = page.resolveSibling(link.group(1)).normalize();
            assertThat(target).as("%s in %s", link.group(), page).exists();
            if (link.group(2) != null) {
                assertThat(anchors(target))
                        .as("%s in %s", link.group(), page)
                        .contains(link.group(2).substring(1));
            }
        }
    }

    @Test
    void readmeCanBeReadAtOnce() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(150);
    }

    private static List<String> anchors(Path page) throws IOException {
        return Files.readString(page)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(java.util.Locale.ROOT))
                .map(title -> title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .collect(Collectors.toList());
    }
}
