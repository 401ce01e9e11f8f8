package dev.lockstep.system.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every integration class is in one tier or group, and build, script, workflow and CONTRIBUTING.md know the same groups. */
class TestTiersTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TAG = Pattern.compile("^ *@Tag\\(\"([^\"]*)\"\\)", Pattern.MULTILINE);

    /** The tags of each test class of all modules, by its file. */
    private static Map<String, List<String>> tags() throws IOException {
        Map<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            all.filter(file -> file.toString().matches(".*/src/test/java\\d*/.*(Test|IT)\\.java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .forEach(file -> found.put(ROOT.relativize(file).toString(), tagsOf(file)));
        }
        return found;
    }

    private static List<String> tagsOf(Path file) {
        try {
            return TAG.matcher(Files.readString(file))
                    .results()
                    .map(tag -> tag.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(String file, String before, String separator, String after) throws IOException {
        Matcher found = Pattern.compile(Pattern.quote(before) + "([^\\n]*?)" + Pattern.quote(after))
                .matcher(Files.readString(ROOT.resolve(file)));
        assertThat(found.find()).as("%s in %s", before, file).isTrue();
        return Arrays.asList(found.group(1).strip().split(separator));
    }

    private static List<String> groups() throws IOException {
        return words("pom.xml", "<lockstep.tests.slow>", " \\| ", "</");
    }

    @Test
    void everyIntegrationClassHasExactlyOnePlace() throws IOException {
        List<String> places = new ArrayList<>(groups());
        places.add("default");
        Map<String, List<String>> integration = tags();
        integration.keySet().removeIf(file -> !file.endsWith("IT.java"));
        assertThat(integration).hasSizeGreaterThan(40);
        assertThat(integration)
                .allSatisfy((file, tags) ->
                        assertThat(tags).as(file).singleElement().isIn(places));
        assertThat(integration.values().stream().flatMap(List::stream).distinct())
                .as("no place is empty")
                .containsExactlyInAnyOrderElementsOf(places);
    }

    @Test
    void aUnitClassIsOfTheDefaultTierUnlessItBearsAGroup() throws IOException {
        List<String> groups = groups();
        Map<String, List<String>> unit = tags();
        unit.keySet().removeIf(file -> !file.endsWith("Test.java"));
        assertThat(unit).allSatisfy((file, tags) -> {
            assertThat(tags).as(file).hasSizeLessThan(2);
            assertThat(groups).as(file).containsAll(tags);
        });
    }

    @Test
    void allSpeakOfTheSameGroups() throws IOException {
        assertThat(words("scripts/test", "test_groups='", " ", "'")).isEqualTo(groups());
        assertThat(words(".github/workflows/nightly.yml", "group: [", ", ", "]"))
                .isEqualTo(groups());
        assertThat(Files.readAllLines(ROOT.resolve("CONTRIBUTING.md")).stream()
                        .filter(line -> line.matches("\\| `[a-z]+` \\|.*"))
                        .map(line -> line.split("`")[1])
                        .filter(groups()::contains))
                .isEqualTo(groups());
    }
}
